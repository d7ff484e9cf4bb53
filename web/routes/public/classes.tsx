import { useSearchParams } from 'react-router'
import { api, call } from '#web/api.ts'
import { ClassGrid } from '#web/features/classes/class-grid.tsx'
import { pageContext } from '#web/page-context.ts'
import pictures from '#web/pictures/addresses.json' with { type: 'json' }
import { withRetries } from '#web/retry.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/classes.ts'

export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageContext).call(api.listApprovedClasses)
}

export function clientLoader() {
  return withRetries(() => call(api.listApprovedClasses))
}

/** All approved classes, or one instructor's with `?instructor={email}`. */
export default function Classes({ loaderData }: Route.ComponentProps) {
  const instructor = useSearchParams()[0].get('instructor')
  const classes = instructor ? loaderData.filter((it) => it.instructorEmail === instructor) : loaderData
  const teacher = instructor && classes[0]?.instructorName
  return (
    <>
      <PageHead
        page="Classes"
        description="All classes in photography: small groups, real assignments, and a print of your own."
      />
      <Banner
        title={teacher ? `Classes by ${teacher}` : 'Classes'}
        picture={pictures['window-light']}
        line="Small groups, real assignments, and a print of your own at the end of each."
      >
        {instructor && (
          <ButtonLink look="outline" className="mt-6" to="/classes">
            All classes
          </ButtonLink>
        )}
      </Banner>
      <section className="page-section pt-0" aria-labelledby="list-title">
        <h2 id="list-title" className="sr-only">
          All classes
        </h2>
        {classes.length ? (
          <ClassGrid classes={classes} />
        ) : (
          <Empty sentence={instructor ? 'This instructor has no open classes.' : 'No classes are open right now.'}>
            <ButtonLink look="outline" to="/instructors">
              Meet the instructors
            </ButtonLink>
          </Empty>
        )}
      </section>
    </>
  )
}
