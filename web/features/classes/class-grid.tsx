import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { rememberedClass } from '#web/session/return-path.ts'
import { CardGrid, CardGridItem } from '#web/ui/card-grid.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import { ClassCard } from './class-card.tsx'

interface ClassGridProps {
  classes: SchoolClass[]
  withEnrolled?: boolean
}

/** A grid of class cards. */
export function ClassGrid({ classes, withEnrolled = false }: ClassGridProps) {
  useReturnToClass()
  return (
    <>
      <NeedsJavaScript action="select a class" />
      <CardGrid>
        {classes.map((schoolClass) => (
          <CardGridItem key={schoolClass._id} id={toElementId(schoolClass._id)}>
            <ClassCard schoolClass={schoolClass} withEnrolled={withEnrolled} />
          </CardGridItem>
        ))}
      </CardGrid>
    </>
  )
}

const toElementId = (classId: string) => `class-${classId}`

/** Scrolls once to the class that the user wanted to select before the login, and focuses its button. */
function useReturnToClass(): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const classId = rememberedClass(state)
  useEffect(() => {
    if (!classId) return
    const card = document.getElementById(toElementId(classId))
    card?.scrollIntoView({ block: 'center', behavior: 'instant' })
    focusSoon(() => card?.querySelector<HTMLElement>('button:enabled') ?? null)
    void navigate(pathname + search, { replace: true, preventScrollReset: true })
  }, [classId, pathname, search, navigate])
}
