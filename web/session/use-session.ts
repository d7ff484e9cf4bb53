import { useStore } from '#web/store.ts'
import { type Session, sessionStore } from './store.ts'

/** Returns the current session; on the server and during hydration, one that is still loading. */
export function useSession(): Session {
  return useStore(sessionStore)
}
