import type { SchoolClass } from '#contract/classes.ts'
import { ClassCard } from './class-card.tsx'

interface ClassGridProps {
  classes: SchoolClass[]
  /** How many of the first pictures load at once: those on the first screen. */
  priority?: number
  withEnrolled?: boolean
}

/** Classes as prints on a wall: three columns on large screens. */
export function ClassGrid({ classes, priority = 0, withEnrolled = false }: ClassGridProps) {
  return (
    <ul className="wall">
      {classes.map((schoolClass, index) => (
        <li key={schoolClass._id} className="grid">
          <ClassCard schoolClass={schoolClass} priority={index < priority} withEnrolled={withEnrolled} />
        </li>
      ))}
    </ul>
  )
}
