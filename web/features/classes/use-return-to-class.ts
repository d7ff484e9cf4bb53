import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberedClass } from '#web/session/return-path.ts'
import { focusSoon } from '#web/ui/focus.ts'

/** The id of the element that has the Select button of a class. */
export const toElementId = (classId: string) => `class-${classId}`

/** Scrolls once to the class that the user wanted to select before the login, and focuses its button. */
export function useReturnToClass(): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const classId = rememberedClass(state)
  useEffect(() => {
    if (!classId) return
    const element = document.getElementById(toElementId(classId))
    element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    focusSoon(() => element?.querySelector<HTMLElement>('button:enabled') ?? null)
    void navigate(pathname + search, { replace: true, preventScrollReset: true })
  }, [classId, pathname, search, navigate])
}
