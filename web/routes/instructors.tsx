import { api, call } from '#web/api.ts'
import { InstructorCard } from '#web/features/instructors/instructor-card.tsx'
import { pageContext } from '#web/page-context.ts'
import pictures from '#web/pictures/addresses.json' with { type: 'json' }
import { retrying } from '#web/retry.ts'
import { Titled } from '#web/school/titled.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/states.tsx'
import { OnWall, Wall } from '#web/ui/wall.tsx'
import type { Route } from './+types/instructors.ts'

export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageContext).call(api.listInstructors)
}

export function clientLoader() {
  return retrying(() => call(api.listInstructors))
}

export default function Instructors({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Titled page="Instructors" />
      <Banner
        title="Instructors"
        line="Working photographers, each portrayed by the camera that they shoot with."
        picture={pictures.arches}
      />
      <section className="room pt-0" aria-labelledby="list-title">
        <h2 id="list-title" className="sr-only">
          All instructors
        </h2>
        {loaderData.length ? (
          <Wall>
            {loaderData.map(({ _id, name, email, image }) => (
              <OnWall key={_id}>
                <InstructorCard name={name} email={email} image={image} />
              </OnWall>
            ))}
          </Wall>
        ) : (
          <Empty sentence="Nobody teaches here yet.">
            <ButtonLink look="outline" to="/classes">
              See the classes
            </ButtonLink>
          </Empty>
        )}
      </section>
    </>
  )
}
