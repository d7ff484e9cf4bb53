/** Handles calls that the server rejects: 401 and 403 end the session, unless the user or a new token can help. */
import { type Call, CallError } from '#contract/call.ts'
import { requestReauthentication } from './reauthentication.ts'
import { endSession, refreshRole, renewToken } from './session.ts'
import { changeSession, currentSession } from './store.ts'

/**
 * Returns the same calls, with this handling. 401: renews the token once and repeats the call. 403: asks the user to
 * re-authenticate, or leads them to set up a second factor, if the code says so. Otherwise it reads the role; if that has changed, the
 * guards redirect, else the session ends. Without a repetition the caller gets the error.
 */
export function withAuthErrors(call: Call): Call {
  return Object.assign(((...input) => guard(() => call(...input))) as Call, {
    page: ((...input) => guard(() => call.page(...input))) as Call['page'],
  })
}

/** Runs `makeCall`, and repeats it once if a new token or the user has removed the reason of the rejection. */
async function guard<T>(makeCall: () => Promise<T>): Promise<T> {
  try {
    return await makeCall()
  } catch (error) {
    if (!(await canRepeat(error))) throw error
  }
  try {
    return await makeCall()
  } catch (error) {
    if (isRejected(error)) endSession()
    throw error
  }
}

async function canRepeat(error: unknown): Promise<boolean> {
  if (!(error instanceof CallError)) return false
  if (error.code === 'REAUTH_REQUIRED') return requestReauthentication()
  if (error.code === 'SECOND_FACTOR_REQUIRED') changeSession({ ...currentSession(), lacksSecondFactor: true })
  else if (error.statusCode === 403 && !(await hasRoleChanged())) endSession()
  return error.statusCode === 401 && tryRenewal()
}

async function tryRenewal(): Promise<boolean> {
  try {
    if (await renewToken()) return true
    endSession()
  } catch {
    // The provider is not reachable now, so the user stays signed in.
  }
  return false
}

async function hasRoleChanged(): Promise<boolean> {
  try {
    return await refreshRole()
  } catch (error) {
    return !isRejected(error)
  }
}

function isRejected(error: unknown): boolean {
  return error instanceof CallError && error.statusCode === 401
}
