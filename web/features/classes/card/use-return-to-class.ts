import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberedChoice } from '#web/session/return-path.ts'
import { focusSoon } from '#web/ui/focus.ts'

/** The id of the element that has the Select button of a class or of a run. */
export const toElementId = (choiceId: string) => `class-${choiceId}`

/** Scrolls once to the class or run that the user wanted to select before the login, and focuses its button. */
export function useReturnToClass(): void {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const choiceId = rememberedChoice(state)
  useEffect(() => {
    if (!choiceId) return
    const element = document.getElementById(toElementId(choiceId))
    const scroll = () => element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    scroll()
    // Until then, later cards have an estimated height.
    element?.addEventListener('animationend', scroll, { once: true })
    focusSoon(() => element?.querySelector<HTMLElement>('button:enabled') ?? null)
    void navigate({ search }, { replace: true, preventScrollReset: true })
  }, [choiceId, search, navigate])
}
