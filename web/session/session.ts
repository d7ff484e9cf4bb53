/** Signing in and out: provider → token → role, and what keeps a session alive. The state itself is in store.ts. */
import { api } from '#contract/api.ts'
import { CallError, callOver } from '#contract/call.ts'
import type { User } from '#contract/users.ts'
import { retrying } from '#web/retry.ts'
import { fetchTransport } from '#web/transport.ts'
import { type Identity, type NewAccount, type Person, Refusal } from './identity.ts'
import { loadIdentity } from './provider.ts'
import { changeSession, currentSession, LOADING, type Session, SIGNED_OUT } from './store.ts'
import { bearer, removeToken, storedToken, storeToken, untilRenewal } from './token.ts'

let identity: Promise<Identity> | null = null
let renewal: Promise<boolean> | null = null
let renewalTimer: ReturnType<typeof setTimeout> | undefined
const endListeners = new Set<() => void>()

const withProof = callOver(fetchTransport(async () => (await provider()).proof()))
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
  const person = await (await provider()).register(account)
  const { name, email, photo: image } = account
  const userInfo = { name, email, image, role: 'student', created_at: Date.now() }
  // If this does not get through, the token exchange makes the record.
  await retrying(() => withProof(api.createUser, { body: { userInfo } })).catch(() => undefined)
  await enter(person)
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

/** Reads the user record again; answers whether the role is another one now. Rejects like any call. */
export async function refreshRole(): Promise<boolean> {
  const email = currentSession().user?.email
  if (!email) return false
  const { role } = await readRecord(email)
  const session = currentSession()
  if (session.user?.email !== email || role === session.role) return false
  changeSession({ ...session, role, problem: null })
  return true
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
    return changeSession({ ...SIGNED_OUT, problem: wordsOf(error) })
  }
  changeSession({ loading: false, user: person, role, problem: null })
  try {
    await retrying(refreshRole)
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

function readRecord(email: string): Promise<User> {
  return withToken(api.getUser, { params: { email } })
}

function provider(): Promise<Identity> {
  identity ??= loadIdentity().catch((error: unknown) => {
    identity = null
    throw error
  })
  return identity
}

function wordsOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'It could not be found out who you are. Please try again.'
}
