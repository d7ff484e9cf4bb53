import type { SchoolClass } from '#contract/classes.ts'
import { OnWall, Wall } from '#web/ui/wall.tsx'
import { ClassCard } from './class-card.tsx'

interface ClassGridProps {
  classes: SchoolClass[]
  /** How many of the first pictures load at once: those on the first screen. */
  priority?: number
  withEnrolled?: boolean
}

/** Classes as prints on a wall. */
export function ClassGrid({ classes, priority = 0, withEnrolled = false }: ClassGridProps) {
  return (
    <Wall>
      {classes.map((schoolClass, index) => (
        <OnWall key={schoolClass._id}>
          <ClassCard schoolClass={schoolClass} priority={index < priority} withEnrolled={withEnrolled} />
        </OnWall>
      ))}
    </Wall>
  )
}
