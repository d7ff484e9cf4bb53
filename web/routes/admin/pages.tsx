import { PageList } from '#web/features/pages/editor/page-list.tsx'
import { pagesQuery } from '#web/features/pages/editor/pages.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Pages', group: 'Site' },
  search: [
    {
      label: 'Pages',
      about: 'Terms, privacy, refunds, contact, about, menu, footer',
      words: 'faq imprint navigation texts',
    },
  ],
  screenshots: [{ name: 'pages' }],
} satisfies PageHandle

/** The pages that admins write. */
export default function Pages() {
  const { data, error, refetch } = useFreshQuery(pagesQuery)
  return (
    <>
      <PageTitle page="Pages" />
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">Pages</h1>
      <p className="mb-6 max-w-prose text-soft">
        Terms, privacy, refunds and contact came with texts of ours. Review them before you rely on them, and add pages
        of your own.
      </p>
      <p className="mb-8">
        <ButtonLink to="/dashboard/pages/new">Add a page</ButtonLink>
      </p>
      {data ? (
        <PageList pages={data} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the pages">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}
