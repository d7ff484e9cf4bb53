import type { SchoolClass } from '#contract/classes.ts'
import { ClassGrid } from '#web/features/classes/class-grid.tsx'
import { Arriving } from '#web/ui/arriving.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/states.tsx'
import { WallLoading } from '#web/ui/wall.tsx'

/** Where the hero's Read More leads. */
export function TopClasses({ classes }: { classes: SchoolClass[] | Promise<SchoolClass[]> }) {
  return (
    <section id="popular" className="room" aria-labelledby="popular-title">
      <h2 id="popular-title" className="room-title">
        Top Popular Classes
      </h2>
      <Arriving of={classes} meanwhile={<WallLoading what="the popular classes" />}>
        {(popular) =>
          popular.length ? (
            <ClassGrid classes={popular} withEnrolled />
          ) : (
            <Empty sentence="The first classes are on their way." />
          )
        }
      </Arriving>
      <p className="room-more">
        <ButtonLink look="outline" to="/classes">
          SEE More Classes
        </ButtonLink>
      </p>
    </section>
  )
}
