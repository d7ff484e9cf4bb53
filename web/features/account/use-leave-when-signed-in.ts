import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { askProvider } from '#web/session/session.ts'
import { storedToken } from '#web/session/token.ts'
import { useSession } from '#web/session/use-session.ts'

/**
 * Leaves a page that is only for the signed-out, to `path` with `state`, as soon as somebody is signed in: by its form, by another
 * tab, or all along (without a token the session has not asked the provider yet).
 */
export function useLeaveWhenSignedIn(path: () => string, state?: unknown): void {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (!storedToken()) void askProvider()
  }, [])
  useEffect(() => {
    if (!loading && user) void navigate(path(), { replace: true, state })
  }, [loading, user, navigate, path, state])
}
