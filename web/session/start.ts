/** The session's start in this tab, and what it hears from the other tabs and after a sleep. */
import { askProvider, forgetUser, refreshRole, renewToken } from './session.ts'
import { changeSession, currentSession, SIGNED_OUT } from './store.ts'
import { storedToken, TOKEN_KEY, untilRenewal } from './token.ts'

/**
 * Begins the session. Without a stored token nobody is signed in and the provider is not even loaded; the places where it
 * matters all the same (login, selecting a class) ask by `askProvider`. Answers the undoing.
 */
export function startSession(): () => void {
  if (storedToken()) void askProvider()
  else changeSession(SIGNED_OUT)
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('storage', hearOtherTab)
  return () => {
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('storage', hearOtherTab)
  }
}

/** After a sleep the token may be due, and an admin may have given another role. */
async function wake(): Promise<void> {
  if (document.visibilityState !== 'visible' || !currentSession().user) return
  try {
    if (untilRenewal() === 0) await renewToken()
    await refreshRole()
  } catch {
    // The next call meets the same trouble, and has somebody to tell.
  }
}

function hearOtherTab({ key, oldValue, newValue }: StorageEvent): void {
  if (key !== TOKEN_KEY) return
  if (newValue === null) forgetUser()
  else if (oldValue === null) void askProvider()
}
