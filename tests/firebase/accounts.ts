/** Accounts at Firebase's emulator, by its HTTP interface. */

export const PROJECT = 'school-test'

const JSON_BODY = { 'content-type': 'application/json' }

interface Account {
  /** The id of an account that was moved. A new one gets its own. */
  localId?: string
  email: string
  password: string
  displayName?: string
  emailVerified?: boolean
}

/** Creates an account, as an owner of the project may. */
export async function createAtEmulator(host: string, account: Account): Promise<void> {
  await call(host, `projects/${PROJECT}/accounts`, account, { authorization: 'Bearer owner' })
}

/** Signs in with a password. Returns the ID token. */
export function signInAtEmulator(host: string, email: string, password: string) {
  const body = { email, password, returnSecureToken: true }
  return call<{ idToken: string }>(host, 'accounts:signInWithPassword?key=key', body)
}

async function call<T>(host: string, path: string, body: object, headers = {}): Promise<T> {
  const url = `http://${host}/identitytoolkit.googleapis.com/v1/${path}`
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...JSON_BODY, ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
