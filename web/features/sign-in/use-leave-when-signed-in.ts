import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { storeWayBack } from '#web/session/return-path.ts'
import { callProvider } from '#web/session/session.ts'
import { storedToken } from '#web/session/token.ts'
import { useSession } from '#web/session/use-session.ts'

/**
 * Leaves a page for signed-out users, to `path` with `state`, when a user is signed in: through its form, in another tab, or
 * earlier. Stores the way back of `state` until then. Without a token the session has not called the provider yet, so this hook does.
 */
export function useLeaveWhenSignedIn(path: () => string, state?: unknown): void {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (!storedToken()) void callProvider()
  }, [])
  useEffect(() => storeWayBack(state), [state])
  useEffect(() => {
    if (!loading && user) void navigate(path(), { replace: true, state })
  }, [loading, user, navigate, path, state])
}
