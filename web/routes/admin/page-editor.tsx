import { useNavigate } from 'react-router'
import type { ManagedPage } from '#contract/pages.ts'
import { PageForm } from '#web/features/pages/editor/page-form.tsx'
import { pagesQuery } from '#web/features/pages/editor/pages.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { BackLink } from '#web/ui/text/back-link.tsx'
import type { Route } from './+types/page-editor.ts'

export const handle = {
  screenshots: [{ name: 'page-editor', fill: 'pageId' }],
} satisfies PageHandle

const NEW = 'new'

/** The editor of one page, or of a new one. */
export default function PageEditor({ params: { id } }: Route.ComponentProps) {
  const { data, error, refetch } = useFreshQuery(pagesQuery)
  const page = data?.find(({ _id }) => _id === id) ?? null
  const title = id === NEW ? 'Add a page' : (page?.title ?? 'Page')
  return (
    <>
      <PageTitle page={title} />
      <BackLink to="/dashboard/pages">All pages</BackLink>
      <h1 className="wrap-anywhere mb-8 font-display text-4xl sm:text-5xl">{title}</h1>
      {data ? (
        <FoundPage key={id} page={page} isNew={id === NEW} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the page">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}

function FoundPage({ page, isNew }: { page: ManagedPage | null; isNew: boolean }) {
  const navigate = useNavigate()
  if (!page && !isNew) return <p role="alert">This page does not exist. It may have been deleted.</p>
  return <PageForm page={page} onDone={() => void navigate('/dashboard/pages')} />
}
