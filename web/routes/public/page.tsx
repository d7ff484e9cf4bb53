import { toPagePath } from '#contract/page-paths.ts'
import { call } from '#web/api.ts'
import { loadPage } from '#web/features/pages/load-page.ts'
import { PageView } from '#web/features/pages/page-view.tsx'
import { pageContext } from '#web/page-context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { withRetries } from '#web/retry.ts'
import { describeBreadcrumb, stringifyJsonLd } from '#web/school/json-ld.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { StructuredData } from '#web/school/structured-data.tsx'
import type { Route } from './+types/page.ts'

export const handle = {
  screenshots: [
    { name: 'contact', path: '/contact' },
    { name: 'terms', path: '/terms' },
    { name: 'privacy', path: '/privacy' },
    { name: 'refunds', path: '/refunds' },
    { name: 'page', path: '/pages/:slug', fill: 'pageSlug' },
  ],
} satisfies PageHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call: callInProcess, school } = context.get(pageContext)
  const page = await loadPage(callInProcess, request.url)
  const steps: [string, string][] = [[page.title, toPagePath(page.slug)]]
  return { page, jsonLd: stringifyJsonLd(describeBreadcrumb(school, steps)) }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { page: await withRetries(() => loadPage(call, request.url)), jsonLd: undefined }
}

/** A page that an admin has written: terms, privacy, refunds, contact, or one below /pages. */
export default function Page({ loaderData: { page, jsonLd } }: Route.ComponentProps) {
  return (
    <>
      <PageHead page={page.title} description={page.description} />
      <StructuredData json={jsonLd} />
      <PageView page={page} />
    </>
  )
}
