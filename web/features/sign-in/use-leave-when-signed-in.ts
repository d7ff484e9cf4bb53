import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { rememberedChoice } from '#web/session/return-path.ts'
import { callProvider } from '#web/session/session.ts'
import { storedToken } from '#web/session/token.ts'
import { useSession } from '#web/session/use-session.ts'
import { findHeading, focusSoon } from '#web/ui/focus.ts'

/**
 * Leaves a page for signed-out users, to `path` with `state`, when a user is signed in: through its form, in another tab, or
 * earlier. Without a token the session has not called the provider yet, so this hook does.
 */
export function useLeaveWhenSignedIn(path: () => string, state?: unknown): void {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (!storedToken()) void callProvider()
  }, [])
  useEffect(() => {
    if (loading || !user) return
    const left = findHeading()
    void Promise.resolve(navigate(path(), { replace: true, state })).then(() => {
      // The list of classes focuses the class that the user wanted to select.
      if (!rememberedChoice(state)) focusSoon(() => (findHeading() === left ? null : findHeading()))
    })
  }, [loading, user, navigate, path, state])
}
