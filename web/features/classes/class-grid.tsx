import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { rememberedClass } from '#web/session/return-path.ts'
import { OnWall, Wall } from '#web/ui/wall.tsx'
import { ClassCard } from './class-card.tsx'

interface ClassGridProps {
  classes: SchoolClass[]
  withEnrolled?: boolean
}

/** Classes as prints on a wall. */
export function ClassGrid({ classes, withEnrolled = false }: ClassGridProps) {
  useReturnToClass()
  return (
    <Wall>
      {classes.map((schoolClass) => (
        <OnWall key={schoolClass._id} id={placeOf(schoolClass._id)}>
          <ClassCard schoolClass={schoolClass} withEnrolled={withEnrolled} />
        </OnWall>
      ))}
    </Wall>
  )
}

const placeOf = (classId: string) => `class-${classId}`

/** Back from the login, the class that was to be selected is in sight again; once, a reload stays where it is. */
function useReturnToClass(): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const classId = rememberedClass(state)
  useEffect(() => {
    if (!classId) return
    document.getElementById(placeOf(classId))?.scrollIntoView({ block: 'center', behavior: 'instant' })
    void navigate(pathname + search, { replace: true, preventScrollReset: true })
  }, [classId, pathname, search, navigate])
}
