/** Signing in and out: provider → token → role, and what keeps a session alive. The state itself is in store.ts. */
import { api } from '#contract/api.ts'
import { type Call, CallError, callOver } from '#contract/call.ts'
import { retrying } from '#web/retry.ts'
import { fetchTransport } from '#web/transport.ts'
import { type Identity, type NewAccount, type Person, Refusal, type ThirdParty } from './identity.ts'
import { loadIdentity } from './provider.ts'
import { changeSession, currentSession, LOADING, type Session, SIGNED_OUT } from './store.ts'
import { bearer, removeToken, storedToken, storeToken, untilRenewal } from './token.ts'

let identity: Promise<Identity> | null = null
let renewal: Promise<boolean> | null = null
let renewalTimer: ReturnType<typeof setTimeout> | undefined
const endListeners = new Set<() => void>()

/** The calls for which the provider's own proof is needed. */
export const withProof = callOver(fetchTransport(async () => (await provider()).proof()))
const withToken = callOver(fetchTransport(bearer))

/** Asks the provider who is signed in, and answers the session that follows from it. */
export async function askProvider(): Promise<Session> {
  if (!currentSession().user) changeSession(LOADING)
  const tokenBefore = storedToken()
  try {
    const person = await retrying(async () => (await provider()).current())
    if (person) await adopt(person)
    // A token that appeared meanwhile is another tab's sign-in: the provider knows better now.
    else if (storedToken() !== tokenBefore) return askProvider()
    else forgetUser()
  } catch (error) {
    changeSession({ ...SIGNED_OUT, problem: wordsOf(error) })
  }
  return currentSession()
}

/** Rejects with a `Refusal` in the provider's words, or a `CallError`. */
export async function login(email: string, password: string): Promise<void> {
  await enter(await (await provider()).login(email, password))
}

/** Makes the account and the user record, and signs in. Rejects like `login`. */
export async function register(account: NewAccount): Promise<void> {
  await enterWithRecord(await (await provider()).register(account))
}

/** Signs in with a third party, whose window a click must open: `provider()` has to be loaded by then. Rejects like `login`. */
export async function loginWith(thirdParty: ThirdParty): Promise<void> {
  await enterWithRecord(await (await provider()).loginWith(thirdParty))
}

/** Signs out. `leave` runs before the user is forgotten, so that no guard sees its page without one. */
export async function logout(leave: () => Promise<void> | void): Promise<void> {
  try {
    await (await provider()).logout()
  } catch (error) {
    return console.warn('Signing out failed', error)
  }
  await leave()
  forgetUser()
}

/** Ends a session that the server does not accept any more, and tells those who lead on to /login. */
export function endSession(): void {
  // A refusal that comes late finds that it is over already.
  if (!currentSession().user && !storedToken()) return
  forgetUser()
  for (const listener of endListeners) listener()
  void provider()
    .then((it) => it.logout())
    .catch(() => undefined)
}

export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Forgets the user here and removes the token, for all tabs. */
export function forgetUser(): void {
  clearTimeout(renewalTimer)
  removeToken()
  changeSession(SIGNED_OUT)
}

/**
 * Gets a new token for the same person, one request at a time. False where the proof is not accepted any more;
 * rejects where that could not be found out.
 */
export function renewToken(): Promise<boolean> {
  const email = currentSession().user?.email
  if (!email) return Promise.resolve(false)
  renewal ??= exchange(email)
    .then(() => true)
    .catch((error: unknown) => {
      if (error instanceof CallError && error.statusCode === 401) return false
      throw error
    })
    .finally(() => {
      renewal = null
    })
  return renewal
}

/** Reads the user record again, by `call`; answers whether the role is another one now. Rejects like any call. */
export async function refreshRole(call: Call = withToken): Promise<boolean> {
  const email = currentSession().user?.email
  if (!email) return false
  const { role } = await call(api.getUser, { params: { email } })
  const session = currentSession()
  if (session.user?.email !== email || role === session.role) return false
  changeSession({ ...session, role, problem: null })
  return true
}

/** Takes over the name and the photo that the provider knows the signed-in user by. */
export function updatePerson(person: Person): void {
  const session = currentSession()
  if (session.user?.email === person.email) changeSession({ ...session, user: person })
}

async function enterWithRecord(person: Person): Promise<void> {
  const { email, displayName: name, photoURL } = person
  const userInfo = { name, email, image: photoURL ?? '', role: 'student', created_at: Date.now() }
  // If this does not get through, the token exchange makes the record.
  await retrying(() => withProof(api.createUser, { body: { userInfo } })).catch(() => undefined)
  await enter(person)
}

async function enter(person: Person): Promise<void> {
  await adopt(person)
  const { user, problem } = currentSession()
  if (!user) throw new Refusal(problem ?? 'The sign-in was refused.')
}

async function adopt(person: Person): Promise<void> {
  const known = currentSession()
  const role = known.user?.email === person.email ? known.role : null
  if (!role) changeSession(LOADING)
  try {
    await retrying(() => exchange(person.email))
  } catch (error) {
    // Between the provider's answer and this one, the session has ended.
    if (error instanceof CallError && error.statusCode === 401) return forgetUser()
    return changeSession({ ...SIGNED_OUT, problem: wordsOf(error) })
  }
  changeSession({ loading: false, user: person, role, problem: null })
  try {
    await retrying(() => refreshRole())
  } catch (error) {
    const session = currentSession()
    if (session.user && !session.role) changeSession({ ...session, problem: wordsOf(error) })
  }
}

async function exchange(email: string): Promise<void> {
  const { jwtToken } = await withProof(api.issueToken, { body: { email } })
  storeToken(jwtToken)
  clearTimeout(renewalTimer)
  renewalTimer = setTimeout(() => void renewToken().catch(() => undefined), untilRenewal())
}

/** The identity provider, loaded once. */
export function provider(): Promise<Identity> {
  identity ??= loadIdentity().catch((error: unknown) => {
    identity = null
    throw error
  })
  return identity
}

function wordsOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'It could not be found out who you are. Please try again.'
}
