import type { CardClass } from '#web/features/classes/card/card-class.ts'
import { ClassGrid } from '#web/features/classes/card/class-grid.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Deferred } from '#web/ui/deferred/deferred.tsx'
import { CardsLoading } from './cards-loading.tsx'

/** Classes that can be selected come first. */
const bySoldOut = (one: CardClass, other: CardClass) => Number(one.seats === 0) - Number(other.seats === 0)

/** The most popular classes, the target of the hero's Read More link. A school without classes says what comes. */
export function TopClasses({ classes }: { classes: CardClass[] | Promise<CardClass[]> }) {
  const toTitle = (text: string) => (
    <h2 id="popular-title" className="section-title">
      {text}
    </h2>
  )
  const title = toTitle('Top Popular Classes')
  const loading = (
    <>
      {title}
      <CardsLoading what="the popular classes" lead />
    </>
  )
  return (
    <section id="popular" className="page-section" aria-labelledby="popular-title">
      <Deferred value={classes} fallback={loading}>
        {(popular) =>
          popular.length ? (
            <>
              {title}
              <ClassGrid classes={popular.toSorted(bySoldOut)} withEnrolled rail />
              <p className="mt-12">
                <ButtonLink look="outline" to="/classes">
                  SEE More Classes
                </ButtonLink>
              </p>
            </>
          ) : (
            <>
              {toTitle('Our first classes will appear here soon.')}
              <p className="text-lg text-soft">Subscribe to our newsletter below to hear of them.</p>
            </>
          )
        }
      </Deferred>
    </section>
  )
}
