/** The session's start in this tab, what it hears from the other tabs, and how it keeps up with the school. */
import { call } from '#web/api.ts'
import { askProvider, endSession, forgetUser, provider, refreshRole, renewToken, updatePerson } from './session.ts'
import { changeSession, currentSession, SIGNED_OUT } from './store.ts'
import { storedToken, TOKEN_KEY, untilRenewal } from './token.ts'

/** How often the role is asked for while somebody looks. */
const LOOK_MS = 15_000

/**
 * Begins the session. Without a stored token nobody is signed in and the provider is not even loaded; the places where it
 * matters all the same (login, selecting a class) ask by `askProvider`. Answers the undoing.
 */
export function startSession(): () => void {
  if (storedToken()) void askProvider()
  else changeSession(SIGNED_OUT)
  const looking = setInterval(keepUp, LOOK_MS)
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('storage', hearOtherTab)
  return () => {
    clearInterval(looking)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('storage', hearOtherTab)
  }
}

/**
 * Finds out whether the session still holds, and in which role: an admin may have given another one. Where it does not, the
 * refusal leads on to /login; any other trouble is kept quiet, since the next call meets it and has somebody to tell.
 */
export async function keepUp(): Promise<void> {
  if (document.visibilityState !== 'visible' || !currentSession().user) return
  try {
    if (untilRenewal() === 0 && !(await renewToken())) return endSession()
    await refreshRole(call)
  } catch {
    // Kept quiet.
  }
}

/** After a sleep the token may be due, and another tab may have changed the profile. */
async function wake(): Promise<void> {
  await keepUp()
  if (document.visibilityState !== 'visible' || !currentSession().user) return
  const person = await provider()
    .then((identity) => identity.current())
    .catch(() => null)
  if (person) updatePerson(person)
}

function hearOtherTab({ key, oldValue, newValue }: StorageEvent): void {
  if (key !== TOKEN_KEY) return
  if (newValue === null) forgetUser()
  else if (oldValue === null) void askProvider()
}
