/** What the session does when the server refuses a call: 401 and 403 end it, unless there is a better explanation. */
import { type Call, CallError } from '#contract/call.ts'
import { endSession, refreshRole, renewToken } from './session.ts'

/**
 * The same calls, with the session looked after. 401: one new token, then the call again. 403: the role is asked for; if
 * it has changed, the guards lead on. Otherwise the session ends. The error reaches the caller in any case.
 */
export function guarded(call: Call): Call {
  const one: typeof call = Object.assign(((...said) => guard(() => call(...said))) as typeof call, {
    page: ((...said) => guard(() => call.page(...said))) as Call['page'],
  })
  return one
}

/** Does `work`, which makes one call; and again with a new token, where the old one was not good any more. */
async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (refusedWith(error, 403) && !(await roleChanged())) endSession()
    if (!refusedWith(error, 401) || !(await tokenRenewed())) throw error
  }
  try {
    return await work()
  } catch (error) {
    if (refusedWith(error, 401)) endSession()
    throw error
  }
}

async function tokenRenewed(): Promise<boolean> {
  try {
    if (await renewToken()) return true
    endSession()
  } catch {
    // The provider cannot be asked right now, so nobody is logged out.
  }
  return false
}

async function roleChanged(): Promise<boolean> {
  try {
    return await refreshRole()
  } catch (error) {
    return !refusedWith(error, 401)
  }
}

function refusedWith(error: unknown, statusCode: 401 | 403): boolean {
  return error instanceof CallError && error.statusCode === statusCode
}
