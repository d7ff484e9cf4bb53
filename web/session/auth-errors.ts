/** Handles calls that the server rejects: 401 and 403 end the session, unless the user or a new token can help. */
import { type Call, CallError } from '#contract/call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createSignedOut, SIGNED_OUT } from '#web/transport.ts'
import { requestReauthentication } from './reauthentication.ts'
import { endSession, refreshRole, renewToken } from './session.ts'
import { changeSession, currentSession } from './store.ts'
import { isExpired, readSubject, storedToken } from './token.ts'

/**
 * Returns the same calls, with this handling. A missing or expired token is renewed first; a call for users that still has none rejects as
 * SIGNED_OUT and is not sent. 401: renews the token once and repeats the call. 403: asks the user to re-authenticate, or leads them to
 * set up a second factor, if the code says so. Otherwise it reads the role; if that has changed, the guards redirect, else the session
 * ends. A sign-out that interrupts a read which needs no user repeats it. Without a repetition the caller gets the error.
 */
export function withAuthErrors(call: Call): Call {
  return Object.assign(((...input) => guard(input[0], () => call(...input))) as Call, {
    page: ((...input) => guard(input[0], () => call.page(...input))) as Call['page'],
  })
}

/** The token and the role at the time of a call. A late rejection of it says nothing about a later session. */
type Caller = ReturnType<typeof readCaller>

const readCaller = () => ({ token: storedToken(), role: currentSession().role })

/** Runs `makeCall`, and repeats it once if a new token or the user has removed the reason of the rejection. */
async function guard<T>({ access, method }: Endpoint, makeCall: () => Promise<T>): Promise<T> {
  if (currentSession().user && isExpired()) await tryRenewal(readCaller())
  if (access !== 'anyone' && !storedToken()) throw createSignedOut()
  const caller = readCaller()
  try {
    return await makeCall()
  } catch (error) {
    const isPublicRead = access === 'anyone' && method === 'GET'
    if (!(isPublicRead && isSignedOut(error)) && !(await canRepeat(error, caller))) throw error
  }
  const { token } = readCaller()
  try {
    return await makeCall()
  } catch (error) {
    if (isRejected(error)) endSession(token)
    throw error
  }
}

async function canRepeat(error: unknown, caller: Caller): Promise<boolean> {
  if (!(error instanceof CallError)) return false
  if (error.code === 'REAUTH_REQUIRED') return requestReauthentication()
  if (error.code === 'SECOND_FACTOR_REQUIRED') changeSession({ ...currentSession(), lacksSecondFactor: true })
  else if (error.statusCode === 403 && !(await hasRoleChanged(caller))) endSession(caller.token)
  return error.statusCode === 401 && tryRenewal(caller)
}

/** Returns whether there is another token of the same user than the caller's, by a renewal where necessary. */
async function tryRenewal({ token }: Caller): Promise<boolean> {
  if (storedToken() !== token) return token !== null && readSubject(storedToken()) === readSubject(token)
  try {
    if (await renewToken()) return true
    endSession(token)
  } catch {
    // The provider is not reachable now, so the user stays signed in.
  }
  return false
}

async function hasRoleChanged({ role }: Caller): Promise<boolean> {
  try {
    await refreshRole()
    // Compared with the caller's: another call may have read the new role before.
    return currentSession().role !== role
  } catch (error) {
    return !isRejected(error)
  }
}

function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.code === SIGNED_OUT
}

function isRejected(error: unknown): boolean {
  return error instanceof CallError && error.statusCode === 401
}
