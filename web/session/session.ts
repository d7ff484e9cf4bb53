/** Reads, renews and ends the session: provider → token → role. The state is in store.ts, and the sign-in in sign-in/. */
import { api } from '#contract/api.ts'
import { type Call, CallError, createCall } from '#contract/call.ts'
import { withRetries } from '#web/retry.ts'
import { fetchTransport, holdCalls, sessionTransport, tokenTransport } from '#web/transport.ts'
import { AuthError, NOT_SIGNED_IN } from './auth-error.ts'
import type { Identity, Person } from './identity.ts'
import { changeSession, currentSession, LOADING, type Session, SIGNED_OUT } from './store.ts'
import { bearer, removeToken, storedToken, storeToken, untilRenewal } from './token.ts'

let identity: Promise<Identity> | null = null
let renewal: Promise<boolean> | null = null
/** The sign-in that is in progress here. */
let adoption: { email: string; done: Promise<void> } | null = null
let renewalTimer: ReturnType<typeof setTimeout> | undefined
/** Counts the ended sessions. A response that was requested before the last end is dropped. */
let endedSessions = 0
const endListeners = new Set<() => void>()

const proofTransport = fetchTransport(async () => (await provider()).proof())
/** Makes the calls that begin or end a session, with the provider's own proof of identity. */
export const withProof = createCall(proofTransport)
/** Makes the calls of a signed-in user that need this proof. */
export const withProofInSession = createCall(sessionTransport(proofTransport, bearer))
const withToken = createCall(tokenTransport(bearer))

/** Reads the signed-in user from the provider, and returns the resulting session. */
export async function callProvider(): Promise<Session> {
  if (!currentSession().user) startLoading()
  const tokenBefore = storedToken()
  const endedBefore = endedSessions
  try {
    const person = await withRetries(async () => (await provider()).current())
    if (endedSessions !== endedBefore) return currentSession()
    if (person) await adopt(person)
    // A sign-in has begun since, here or in another tab, so the provider's response is out of date.
    else if (adoption || storedToken() !== tokenBefore) return callProvider()
    else forgetUser()
  } catch (error) {
    if (!adoption && endedSessions === endedBefore) changeSession({ ...SIGNED_OUT, problem: toProblem(error) })
  }
  return currentSession()
}

/** Signs out. `leave` runs before the session ends, so that no guard renders its page without a user. Rejects like the provider. */
export async function logout(leave: () => Promise<void> | void): Promise<void> {
  await endWith((await provider()).logout, leave)
}

/** Runs `end`, which ends the session at the server, then `leave`, and forgets the user. Other calls wait. Rejects like `end`. */
export async function endWith(end: () => Promise<unknown>, leave: () => Promise<void> | void): Promise<void> {
  const done = Promise.resolve()
    .then(end)
    .then(async () => {
      await leave()
      forgetUser()
    })
  holdCalls(done)
  await done
}

/** Ends the session of a token that the server rejects, and tells the listeners, which lead to /login. */
export function endSession(token: string | null): void {
  // A late rejection may find that session already ended, and the next one begun.
  if (storedToken() !== token || !(token || currentSession().user)) return
  forgetUser()
  for (const listener of endListeners) listener()
  void provider()
    .then((identity) => (storedToken() ? undefined : identity.logout()))
    .catch(() => undefined)
}

export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Signs out this tab and removes the token, which signs out the other tabs. */
export function forgetUser(): void {
  endedSessions += 1
  adoption = null
  clearTimeout(renewalTimer)
  removeToken()
  changeSession(SIGNED_OUT)
}

/**
 * Requests a new token for the same user, one request at a time. Returns false if the server rejects the proof of identity.
 * Rejects without a response.
 */
export function renewToken(): Promise<boolean> {
  const { user } = currentSession()
  if (!user) return Promise.resolve(false)
  renewal ??= exchange(user)
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

/** Reads the user record by `call`, whose role may have changed. Rejects like any call. */
export async function refreshRole(call: Call = withToken): Promise<void> {
  const email = currentSession().user?.email
  if (!email) return
  const { role } = await call(api.getUser, { params: { email } })
  const session = currentSession()
  if (session.user?.email === email && role !== session.role) changeSession({ ...session, role, problem: null })
}

/** Updates the name and the photo of the signed-in user in this tab. */
export function updatePerson(person: Person): void {
  const session = currentSession()
  if (session.user?.email === person.email) changeSession({ ...session, user: person })
}

/**
 * Signs in here as the provider's user, unless the session ends before that. Calls at the same time share it. A failure is the problem
 * of the session.
 */
export async function adopt(person: Person): Promise<void> {
  if (adoption?.email === person.email) return adoption.done
  const begun = { email: person.email, done: signInAs(person) }
  adoption = begun
  try {
    await begun.done
  } finally {
    if (adoption === begun) adoption = null
  }
}

async function signInAs(person: Person): Promise<void> {
  const tokenBefore = storedToken()
  const session = currentSession()
  const role = session.user?.email === person.email ? session.role : null
  const endedBefore = endedSessions
  if (!role) startLoading()
  try {
    await withRetries(() => exchange(person))
  } catch (error) {
    if (endedSessions !== endedBefore) return
    // The session has ended since the provider's response, or another tab has signed in another user.
    if (error instanceof CallError && error.statusCode === 401)
      return storedToken() === tokenBefore ? forgetUser() : undefined
    return changeSession({ ...SIGNED_OUT, problem: toProblem(error) })
  }
  changeSession({ ...SIGNED_OUT, user: person, role })
  try {
    await withRetries(() => refreshRole())
  } catch (error) {
    const session = currentSession()
    if (session.user && !session.role) changeSession({ ...session, problem: toProblem(error) })
  }
}

/** Stores a new token for the person. Rejects like the call, and with NOT_SIGNED_IN if the session ends in the meantime. */
async function exchange(person: Person): Promise<void> {
  const endedBefore = endedSessions
  const body = { email: person.email }
  const { jwtToken } = await withProofInSession(api.issueToken, { body }).catch((error: unknown) => {
    if (isUnconfirmed(error) && endedSessions === endedBefore) {
      forgetUser()
      changeSession({ ...SIGNED_OUT, unconfirmed: person })
    }
    throw error
  })
  if (endedSessions !== endedBefore) throw new AuthError('Please log in first.', NOT_SIGNED_IN)
  storeToken(jwtToken)
  clearTimeout(renewalTimer)
  renewalTimer = setTimeout(() => void renewToken().catch(() => undefined), untilRenewal())
}

/** Starts loading. The page that asks for a confirmation or a code stays until the result. */
function startLoading(): void {
  const { unconfirmed, awaitsCode } = currentSession()
  changeSession({ ...LOADING, unconfirmed, awaitsCode })
}

function isUnconfirmed(error: unknown): boolean {
  return error instanceof CallError && error.code === 'EMAIL_NOT_CONFIRMED'
}

/** Loads the identity provider once. */
export function provider(): Promise<Identity> {
  identity ??= loadIdentity().catch((error: unknown) => {
    identity = null
    throw error
  })
  return identity
}

function toProblem(error: unknown): string {
  return error instanceof CallError ? error.message : "We couldn't check whether you are signed in. Try again."
}

/** Loads the identity provider, which the page names unless it is the embedded one. Called on demand, because most visitors never sign in. */
async function loadIdentity(): Promise<Identity> {
  const named = document.querySelector<HTMLMetaElement>('meta[name=identity]')
  if (named) return (await import('./hosted/hosted.ts')).openHosted(named.content)
  return (await import('./embedded/embedded.ts')).createEmbeddedIdentity({ passwords: true })
}
