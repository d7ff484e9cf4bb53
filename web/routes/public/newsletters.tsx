import { Link } from 'react-router'
import { api, call } from '#web/api.ts'
import { ArticleStyles } from '#web/features/pages/article-styles.tsx'
import { pageContext } from '#web/page-context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { withRetries } from '#web/retry.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/states.tsx'
import { formatDay } from '#web/ui/text/dates.ts'
import type { Route } from './+types/newsletters.ts'

export const handle = {
  screenshots: [{ name: 'newsletter' }],
} satisfies PageHandle

export async function loader({ context }: Route.LoaderArgs) {
  return { newsletters: await context.get(pageContext).call(api.listArchive) }
}

export async function clientLoader() {
  return { newsletters: await withRetries(() => call(api.listArchive)) }
}

/** The newsletters that visitors can read, newest first. */
export default function Newsletters({ loaderData: { newsletters } }: Route.ComponentProps) {
  return (
    <>
      <ArticleStyles />
      <PageHead page="Newsletter" description="Earlier newsletters of our school." />
      <Banner title="Newsletter" line="What we have written. Subscribe at the foot of this page." />
      <div className="prose-page">
        {newsletters.length === 0 && (
          <Empty sentence="We haven't sent a newsletter yet.">
            <ButtonLink look="outline" to="/classes">
              See all classes
            </ButtonLink>
          </Empty>
        )}
        <ol className="grid gap-8">
          {newsletters.map(({ slug, subject, sent_at }) => (
            <li key={slug} className="wrap-anywhere prose-section">
              <p className="text-base text-soft">{formatDay(sent_at)}</p>
              <Link to={`/newsletter/${slug}`} className="link justify-self-start font-display text-2xl">
                {subject}
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}
