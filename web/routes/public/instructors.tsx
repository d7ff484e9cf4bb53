import type { ListedInstructor } from '#contract/classes.ts'
import { formatCount } from '#contract/values/count.ts'
import { api, call } from '#web/api.ts'
import { InstructorCard } from '#web/features/instructors/instructor-card.tsx'
import stylesheet from '#web/features/instructors/instructor-list.css?url'
import { pageContext } from '#web/page-context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { arches } from '#web/pictures/arches.built.ts'
import { withRetries } from '#web/retry.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { useSchool } from '#web/school/school.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CardGrid, CardGridItem } from '#web/ui/card-grid.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/instructors.ts'

export const handle = {
  screenshots: [{ name: 'instructors' }],
} satisfies PageHandle

export async function loader({ context }: Route.LoaderArgs) {
  return sortByStudents(await context.get(pageContext).call(api.listInstructors))
}

export async function clientLoader() {
  return sortByStudents(await withRetries(() => call(api.listInstructors)))
}

/** Most enrolments first, then most classes, as on Home; the newest first among equals. */
function sortByStudents(instructors: ListedInstructor[]): ListedInstructor[] {
  return instructors.toSorted((one, other) => other.enrollSum - one.enrollSum || other.classes - one.classes)
}

export default function Instructors({ loaderData }: Route.ComponentProps) {
  const { name, instructorsLine } = useSchool()
  return (
    <>
      <link rel="stylesheet" href={stylesheet} precedence="first" />
      <PageHead page="Instructors" description={instructorsLine || `The instructors of ${name}.`} />
      <Banner title="Instructors" line={instructorsLine} picture={arches} />
      <section className="page-section instructor-list pt-0" aria-labelledby="list-title">
        <h2 id="list-title" className="sr-only">
          All instructors
        </h2>
        {loaderData.length ? (
          <CardGrid count={loaderData.length}>
            {loaderData.map(({ _id, name, email, image, line, classes }) => (
              <CardGridItem key={_id}>
                <InstructorCard id={_id} name={name} email={email} image={image}>
                  <p className="wrap-anywhere">{line}</p>
                  <p className="flex flex-wrap justify-between gap-x-4 text-sm text-soft">
                    <span className="wrap-anywhere min-w-0">{email}</span>
                    <span>{classes === 0 ? 'No open classes' : formatCount(classes, 'class', 'classes')}</span>
                  </p>
                </InstructorCard>
              </CardGridItem>
            ))}
          </CardGrid>
        ) : (
          <Empty sentence="No instructors yet.">
            <ButtonLink look="outline" to="/contact">
              Contact us
            </ButtonLink>
          </Empty>
        )}
      </section>
    </>
  )
}
