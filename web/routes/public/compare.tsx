import { MAX_COMPARED } from '#contract/search-keys.ts'
import { call } from '#web/api.ts'
import { Comparison } from '#web/features/classes/compare/comparison.tsx'
import { loadCompared } from '#web/features/classes/compare/load-compared.ts'
import { pageContext } from '#web/page-context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { withRetries } from '#web/retry.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/compare.ts'

export const handle = {
  screenshots: [{ name: 'compare' }],
} satisfies PageHandle

export function loader({ context, request }: Route.LoaderArgs) {
  return loadCompared(context.get(pageContext).call, request.url)
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return withRetries(() => loadCompared(call, request.url))
}

/** The classes that the address names, side by side. */
export default function Compare({ loaderData: { classes } }: Route.ComponentProps) {
  return (
    <>
      <PageHead page="Compare classes" description="Classes side by side: date, place, price, level and seats left." />
      <Banner title="Compare classes" line={`Up to ${MAX_COMPARED} classes side by side.`} />
      <div className="page-section grid gap-8 pt-0">
        {classes.length === 0 ? (
          <Empty sentence="Choose the classes to compare first.">
            <ButtonLink to="/classes">All classes</ButtonLink>
          </Empty>
        ) : (
          <>
            <Comparison classes={classes} />
            <ButtonLink look="outline" className="justify-self-start" to="/classes">
              Choose other classes
            </ButtonLink>
          </>
        )}
      </div>
    </>
  )
}
