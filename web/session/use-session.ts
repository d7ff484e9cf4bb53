import { useSyncExternalStore } from 'react'
import { currentSession, LOADING, type Session, subscribeSession } from './store.ts'

const onServer = () => LOADING

/** The session as it is now; on the server and until the page has started, the one that is still loading. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, currentSession, onServer)
}
