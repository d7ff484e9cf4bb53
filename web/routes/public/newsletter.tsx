import type { Call } from '#contract/call.ts'
import { api, call } from '#web/api.ts'
import { ArticleStyles } from '#web/features/pages/article-styles.tsx'
import { orNotFoundPage } from '#web/not-found.ts'
import { pageContext } from '#web/page-context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { withRetries } from '#web/retry.ts'
import { describeBreadcrumb, stringifyJsonLd } from '#web/school/json-ld.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { StructuredData } from '#web/school/structured-data.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb/breadcrumb.tsx'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { formatDay } from '#web/ui/text/dates.ts'
import type { Route } from './+types/newsletter.ts'

export const handle = {
  // It looks as a written page, and needs a newsletter that was sent.
  screenshots: [],
} satisfies PageHandle

const ABOVE: [string, string][] = [['Newsletter', '/newsletter']]

const read = (by: Call, slug: string) => orNotFoundPage(by(api.getShownMailing, { params: { slug } }))

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const { call: callInProcess, school } = context.get(pageContext)
  const newsletter = await read(callInProcess, slug)
  const steps: [string, string][] = [...ABOVE, [newsletter.subject, `/newsletter/${slug}`]]
  return { newsletter, jsonLd: stringifyJsonLd(describeBreadcrumb(school, steps)) }
}

export async function clientLoader({ params: { slug } }: Route.ClientLoaderArgs) {
  return { newsletter: await withRetries(() => read(call, slug)), jsonLd: undefined }
}

/** A newsletter that visitors can read. */
export default function Newsletter({ loaderData: { newsletter, jsonLd } }: Route.ComponentProps) {
  const { subject, description, html, sent_at } = newsletter
  return (
    <>
      <ArticleStyles />
      <PageHead page={subject} description={description} />
      <StructuredData json={jsonLd} />
      <div className="prose-trail">
        <Breadcrumb above={ABOVE} here={subject} />
      </div>
      <Banner title={subject} line={formatDay(sent_at)} />
      <div className="prose-page">
        <div className="prose-section">
          <RichText html={html} />
        </div>
      </div>
    </>
  )
}
