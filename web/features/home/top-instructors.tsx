import type { ReactNode } from 'react'
import type { InstructorSummary } from '#contract/classes.ts'
import { formatCount } from '#contract/values/count.ts'
import { InstructorCard } from '#web/features/instructors/instructor-card.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CardGrid, CardGridItem } from '#web/ui/card-grid.tsx'
import { Deferred } from '#web/ui/deferred/deferred.tsx'
import { CardsLoading } from './cards-loading.tsx'

/** The instructors with the most students. Renders nothing while there are none. */
export function TopInstructors({ instructors }: { instructors: InstructorSummary[] | Promise<InstructorSummary[]> }) {
  const toSection = (cards: ReactNode) => (
    <section className="page-section" aria-labelledby="instructors-title">
      <h2 id="instructors-title" className="section-title">
        Top Instructors
      </h2>
      {cards}
    </section>
  )
  return (
    <Deferred value={instructors} fallback={toSection(<CardsLoading what="the top instructors" />)}>
      {(all) => all.length > 0 && toSection(<Cards instructors={all} />)}
    </Deferred>
  )
}

function Cards({ instructors }: { instructors: InstructorSummary[] }) {
  return (
    <>
      <CardGrid count={instructors.length} rail>
        {instructors.map(({ instructorId, instructorEmail, instructorName, instructorImage, enrollSum }) => (
          <CardGridItem key={instructorId}>
            <InstructorCard id={instructorId} name={instructorName} email={instructorEmail} image={instructorImage}>
              <p className="flex flex-wrap justify-between gap-x-4 text-sm text-soft">
                <span className="wrap-anywhere min-w-0">{instructorEmail}</span>
                <span>{formatCount(enrollSum, 'student')}</span>
              </p>
            </InstructorCard>
          </CardGridItem>
        ))}
      </CardGrid>
      <p className="mt-12">
        <ButtonLink look="outline" to="/instructors">
          See more instructor
        </ButtonLink>
      </p>
    </>
  )
}
