import { CardGrid, CardGridItem } from '#web/ui/card-grid.tsx'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import type { CardClass } from './card-class.ts'
import { ClassCard } from './class-card.tsx'
import { toElementId, useReturnToClass } from './use-return-to-class.ts'

interface ClassGridProps {
  classes: CardClass[]
  withEnrolled?: boolean
  /** One row that scrolls sideways on a phone. */
  rail?: boolean
}

/** A grid of class cards. */
export function ClassGrid({ classes, withEnrolled = false, rail }: ClassGridProps) {
  useReturnToClass()
  return (
    <>
      <NeedsJavaScript action="select a class" />
      <CardGrid rail={rail}>
        {classes.map((schoolClass) => (
          <CardGridItem key={schoolClass._id} id={toElementId(schoolClass._id)}>
            <ClassCard schoolClass={schoolClass} withEnrolled={withEnrolled} />
          </CardGridItem>
        ))}
      </CardGrid>
    </>
  )
}
