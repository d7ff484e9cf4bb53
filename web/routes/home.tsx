import { call } from '#web/api.ts'
import { ClassGrid } from '#web/features/classes/class-grid.tsx'
import { Hero } from '#web/features/home/hero.tsx'
import { loadHome } from '#web/features/home/home.load.ts'
import { Testimonials } from '#web/features/home/testimonials.tsx'
import { InstructorCard } from '#web/features/instructors/instructor-card.tsx'
import { pageContext } from '#web/page-context.ts'
import { retrying } from '#web/retry.ts'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/home.ts'

export function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(pageContext).call)
}

export function clientLoader() {
  return retrying(() => loadHome(call))
}

export default function Home({ loaderData: { slides, popular, instructors, reviews } }: Route.ComponentProps) {
  return (
    <>
      <Titled page="Home" />
      <Hero slides={slides} />
      <section id="popular" className="room" aria-labelledby="popular-title">
        <h2 id="popular-title" className="room-title">
          Top Popular Classes
        </h2>
        {popular.length ? (
          <ClassGrid classes={popular} withEnrolled />
        ) : (
          <Empty sentence="The first classes are on their way." />
        )}
        <p className="room-more">
          <ButtonLink look="outline" to="/classes">
            SEE More Classes
          </ButtonLink>
        </p>
      </section>
      <section className="room" aria-labelledby="instructors-title">
        <h2 id="instructors-title" className="room-title">
          Top Instructors
        </h2>
        {instructors.length ? (
          <ul className="wall">
            {instructors.map(({ instructorEmail, instructorName, instructorImage, enrollSum }) => (
              <li key={instructorEmail} className="grid">
                <InstructorCard
                  name={instructorName}
                  email={instructorEmail}
                  image={instructorImage}
                  enrolled={enrollSum}
                />
              </li>
            ))}
          </ul>
        ) : (
          <Empty sentence="Our instructors are packing their cameras." />
        )}
        <p className="room-more">
          <ButtonLink look="outline" to="/instructors">
            See more instructor
          </ButtonLink>
        </p>
      </section>
      {reviews.length > 0 && <Testimonials reviews={reviews} />}
    </>
  )
}
