/** Starts the session in this tab, follows the other tabs, and keeps up with changes on the server. */
import { call } from '#web/api.ts'
import { callProvider, endSession, forgetUser, provider, refreshRole, renewToken, updatePerson } from './session.ts'
import { changeSession, currentSession, SIGNED_OUT } from './store.ts'
import { readSubject, storedToken, TOKEN_KEY, untilRenewal } from './token.ts'

/** Role polling interval of a visible tab. */
const ROLE_INTERVAL_MS = 15_000

/**
 * Starts the session and returns the clean-up. Without a stored token the visitor is signed out, and the provider does not load; login
 * and Select call `callProvider` themselves.
 */
export function startSession(): () => void {
  if (storedToken()) void callProvider()
  else changeSession(SIGNED_OUT)
  const timer = setInterval(followChanges, ROLE_INTERVAL_MS)
  document.addEventListener('visibilitychange', updateVisibleTab)
  window.addEventListener('storage', followOtherTab)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', updateVisibleTab)
    window.removeEventListener('storage', followOtherTab)
  }
}

/**
 * Checks the session and reads the role, which an admin may have changed. A rejected session ends, which leads to /login. Other errors
 * are ignored: the next call meets them and shows them.
 */
export async function followChanges(): Promise<void> {
  if (document.visibilityState !== 'visible' || !currentSession().user) return
  const token = storedToken()
  try {
    if (untilRenewal() === 0 && !(await renewToken())) return endSession(token)
    await refreshRole(call)
  } catch {
    // Ignored.
  }
}

/** After a pause the token may be due, and another tab may have changed the profile. */
async function updateVisibleTab(): Promise<void> {
  await followChanges()
  if (document.visibilityState !== 'visible' || !currentSession().user) return
  const person = await provider()
    .then((identity) => identity.current())
    .catch(() => null)
  if (person) updatePerson(person)
}

function followOtherTab({ key, oldValue, newValue }: StorageEvent): void {
  if (key !== TOKEN_KEY) return
  if (newValue === null) forgetUser()
  else if (readSubject(oldValue) !== readSubject(newValue)) void callProvider()
}
