import type { ClassFilters } from '#contract/class-search.ts'
import { CLASSES_PER_PAGE } from '#contract/search-keys.ts'
import { call } from '#web/api.ts'
import { ClassGrid } from '#web/features/classes/card/class-grid.tsx'
import { ActiveFilters } from '#web/features/classes/search/active-filters.tsx'
import { describeEmpty, describeResults, describeSearch } from '#web/features/classes/search/describe-results.ts'
import { loadClasses } from '#web/features/classes/search/load-classes.ts'
import { SearchForm } from '#web/features/classes/search/search-form.tsx'
import { toParams, toSearchPath } from '#web/features/classes/search/search-path.ts'
import { ViewToggle } from '#web/features/classes/search/view-toggle.tsx'
import { pageContext } from '#web/page-context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { windowLight } from '#web/pictures/window-light.built.ts'
import { withRetries } from '#web/retry.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { useSchool } from '#web/school/school.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pager } from '#web/ui/pager/pager.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/classes.ts'

export const handle = {
  screenshots: [{ name: 'classes' }, { name: 'classes-student', viewer: 'student' }],
} satisfies PageHandle

export function loader({ context, request }: Route.LoaderArgs) {
  return loadClasses(context.get(pageContext).call, request.url)
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return withRetries(() => loadClasses(call, request.url))
}

/** The approved classes that match the search in the URL, or all of them, a page at a time. */
export default function Classes({ loaderData: { classes, total, page, filters } }: Route.ComponentProps) {
  const { applied, instructor } = filters
  const { sort: _, ...narrowing } = applied
  const isFiltered = instructor !== null || Object.keys(narrowing).length > 0
  const title = describeSearch(filters)
  const { classesLine } = useSchool()
  const params = Object.entries(toParams(filters))
  return (
    <>
      <PageHead page={title} description={classesLine} />
      <Banner title={title} picture={windowLight} line={classesLine}>
        {instructor && (
          <ButtonLink look="outline" className="mt-6" to="/classes">
            All classes
          </ButtonLink>
        )}
      </Banner>
      <section className="page-section class-list pt-0" aria-labelledby="list-title">
        <h2 id="list-title" className="sr-only">
          {isFiltered ? 'Classes found' : 'All classes'}
        </h2>
        {(total > 0 || isFiltered) && (
          <>
            <SearchForm filters={filters} />
            <ActiveFilters filters={filters} />
            <div className="my-6 flex items-baseline justify-between gap-4">
              <p role="status" className="edge-print">
                {describeResults({ total, page, isFiltered })}
              </p>
              <ViewToggle />
            </div>
          </>
        )}
        {classes.length ? (
          <ClassGrid classes={classes} comparable />
        ) : (
          <NoClasses filters={filters} total={total} isFiltered={isFiltered || page > 1} />
        )}
        <Pager
          page={page}
          pages={Math.ceil(total / CLASSES_PER_PAGE)}
          buildPath={(number) => toSearchPath([...params, ['page', `${number}`]])}
        />
      </section>
    </>
  )
}

interface NoClassesProps {
  filters: ClassFilters
  total: number
  isFiltered: boolean
}

function NoClasses({ filters, total, isFiltered }: NoClassesProps) {
  return (
    <Empty sentence={isFiltered ? describeEmpty(filters, total) : 'No classes are open right now.'}>
      {isFiltered ? (
        <ButtonLink look="outline" to="/classes">
          See all classes
        </ButtonLink>
      ) : (
        <ButtonLink look="outline" to="/contact">
          Contact us
        </ButtonLink>
      )}
    </Empty>
  )
}
