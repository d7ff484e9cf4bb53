/** Handles calls that the server rejects: 401 and 403 end the session, unless a new token or another role explains them. */
import { type Call, CallError } from '#contract/call.ts'
import { endSession, refreshRole, renewToken } from './session.ts'

/**
 * Returns the same calls, with this handling. 401: renews the token once and repeats the call. 403: reads the role; if it has changed,
 * the guards redirect. Otherwise the session ends. The caller gets the error in any case.
 */
export function withAuthErrors(call: Call): Call {
  return Object.assign(((...input) => guard(() => call(...input))) as Call, {
    page: ((...input) => guard(() => call.page(...input))) as Call['page'],
  })
}

/** Runs `makeCall`, and repeats it with a new token if the old one is rejected. */
async function guard<T>(makeCall: () => Promise<T>): Promise<T> {
  try {
    return await makeCall()
  } catch (error) {
    if (hasStatus(error, 403) && !(await hasRoleChanged())) endSession()
    if (!hasStatus(error, 401) || !(await tryRenewal())) throw error
  }
  try {
    return await makeCall()
  } catch (error) {
    if (hasStatus(error, 401)) endSession()
    throw error
  }
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
    return !hasStatus(error, 401)
  }
}

function hasStatus(error: unknown, statusCode: 401 | 403): boolean {
  return error instanceof CallError && error.statusCode === statusCode
}
