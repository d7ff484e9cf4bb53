import type { InstructorSummary } from '#contract/classes.ts'
import { InstructorCard } from '#web/features/instructors/instructor-card.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CardGrid, CardGridItem } from '#web/ui/card-grid.tsx'
import { Deferred } from '#web/ui/deferred/deferred.tsx'
import { CardsLoading } from './cards-loading.tsx'

export function TopInstructors({ instructors }: { instructors: InstructorSummary[] | Promise<InstructorSummary[]> }) {
  return (
    <section className="page-section" aria-labelledby="instructors-title">
      <h2 id="instructors-title" className="section-title">
        Top Instructors
      </h2>
      <Deferred value={instructors} fallback={<CardsLoading what="the top instructors" />}>
        {(all) =>
          all.length ? (
            <Cards instructors={all} />
          ) : (
            <p className="text-lg text-soft">Our instructors will appear here soon.</p>
          )
        }
      </Deferred>
    </section>
  )
}

function Cards({ instructors }: { instructors: InstructorSummary[] }) {
  return (
    <>
      <CardGrid rail>
        {instructors.map(({ instructorId, instructorEmail, instructorName, instructorImage, enrollSum }) => (
          <CardGridItem key={instructorId}>
            <InstructorCard id={instructorId} name={instructorName} email={instructorEmail} image={instructorImage}>
              <p className="wrap-anywhere text-soft">{instructorEmail}</p>
              <p className="edge-print flex justify-between gap-3">
                <span>Enrolled students</span>
                <span className="tabular-nums">{enrollSum}</span>
              </p>
            </InstructorCard>
          </CardGridItem>
        ))}
      </CardGrid>
      <p className="mt-12 text-center">
        <ButtonLink look="outline" to="/instructors">
          See more instructor
        </ButtonLink>
      </p>
    </>
  )
}
