import type { InstructorSummary } from '#contract/classes.ts'
import { InstructorCard } from '#web/features/instructors/instructor-card.tsx'
import { Arriving } from '#web/ui/arriving.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/states.tsx'
import { OnWall, Wall, WallLoading } from '#web/ui/wall.tsx'

export function TopInstructors({ instructors }: { instructors: InstructorSummary[] | Promise<InstructorSummary[]> }) {
  return (
    <section className="room" aria-labelledby="instructors-title">
      <h2 id="instructors-title" className="room-title">
        Top Instructors
      </h2>
      <Arriving of={instructors} meanwhile={<WallLoading what="the top instructors" />}>
        {(top) => (top.length ? <Cards top={top} /> : <Empty sentence="Our instructors are packing their cameras." />)}
      </Arriving>
      <p className="room-more">
        <ButtonLink look="outline" to="/instructors">
          See more instructor
        </ButtonLink>
      </p>
    </section>
  )
}

function Cards({ top }: { top: InstructorSummary[] }) {
  return (
    <Wall>
      {top.map(({ instructorEmail, instructorName, instructorImage, enrollSum }) => (
        <OnWall key={instructorEmail}>
          <InstructorCard name={instructorName} email={instructorEmail} image={instructorImage} enrolled={enrollSum} />
        </OnWall>
      ))}
    </Wall>
  )
}
