import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isFixed, toPagePath } from '#contract/page-paths.ts'
import type { ListedPageVersion, ManagedPage } from '#contract/pages.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { ContentActions } from '#web/features/home/editor/content-item.tsx'
import { PageSections } from '#web/features/pages/page-sections.tsx'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { pageVersionQuery, pageVersionsQuery, usePageCalls } from './pages.query.ts'

/** All pages, each with a link to its editor. */
export function PageList({ pages }: { pages: ManagedPage[] }) {
  return (
    <ol aria-label="Pages" className="border-line border-b">
      {pages.map((page) => (
        <PageItem key={page._id} page={page} />
      ))}
    </ol>
  )
}

/** A page in the list of an admin, with its actions and its earlier versions. */
function PageItem({ page }: { page: ManagedPage }) {
  const { _id, title, slug, published, version, reviewed } = page
  const { change, remove } = usePageCalls()
  const [hasVersions, setVersions] = useState(false)
  const own = isFixed(slug)
    ? {}
    : {
        onPublish: (next: boolean) => change(_id, { published: next }, version),
        onDelete: () => remove(_id),
      }
  return (
    <li className="page-item">
      <div className="wrap-anywhere min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-sm text-soft">
          {published ? (
            <Link to={toPagePath(slug)} className="link">
              {toPagePath(slug)}
            </Link>
          ) : (
            toPagePath(slug)
          )}
        </p>
        <p className="mt-1 text-sm text-soft">{describeState(page)}</p>
      </div>
      <div className="quiet-actions">
        {reviewed === false && <ReviewButton page={page} />}
        <Button look="outline" className="btn-sm" aria-expanded={hasVersions} onClick={() => setVersions(!hasVersions)}>
          Versions
          <About>{title}</About>
        </Button>
        <ButtonLink look="outline" className="btn-sm" to={`/dashboard/pages/${_id}`}>
          Edit
          <About>{title}</About>
        </ButtonLink>
        <ContentActions
          title={title}
          detail={`${title}. Its address and its versions are gone then.`}
          published={published}
          {...own}
        />
      </div>
      {hasVersions && <PageVersions page={page} />}
    </li>
  )
}

/** Marks a legal text as reviewed, as it is. */
function ReviewButton({ page: { _id, title, version } }: { page: ManagedPage }) {
  const { change } = usePageCalls()
  const { isBusy, run } = useBusy()
  const mark = async () => {
    await change(_id, { reviewed: true }, version)
    toastSuccess(`You have reviewed ${title}.`)
  }
  return (
    <Button
      look="outline"
      className="btn-sm"
      busy={isBusy}
      onClick={({ currentTarget }) => keepRowFocus(currentTarget, () => run(mark))}
    >
      Mark as reviewed
      <About>{title}</About>
    </Button>
  )
}

function describeState({ published, reviewed, in_menu, in_footer }: ManagedPage): string {
  const places = [in_menu && 'In the menu.', in_footer && 'In the footer.']
  const states = [
    !published && 'Draft: only admins see it.',
    reviewed === false && 'Not reviewed yet.',
    reviewed && 'Reviewed.',
  ]
  return joinParts([...states, ...places], ' ')
}

/** The versions of the words of a page: who wrote them when. Each can be viewed, and restored as a new version. */
function PageVersions({ page }: { page: ManagedPage }) {
  const { data, error, refetch } = useQuery(pageVersionsQuery(page._id))
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Loading what="the versions" />
  return (
    <ol aria-label={`Versions of ${page.title}`} className="page-versions">
      {data.map((listed, index) => (
        <Version key={listed.version} page={page} listed={listed} isCurrent={index === 0} />
      ))}
    </ol>
  )
}

interface VersionProps {
  page: ManagedPage
  listed: ListedPageVersion
  isCurrent: boolean
}

function Version({ page, listed: { version, author, created_at }, isCurrent }: VersionProps) {
  const [isOpen, setOpen] = useState(false)
  const when = formatMoment(created_at)
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 grow text-sm">
          Version {version}, {when}, {author ?? 'with the application'}
          {isCurrent && ' (current)'}
        </p>
        <Button look="ghost" className="btn-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'View'}
          <About>{`version ${version} of ${page.title}`}</About>
        </Button>
        {!isCurrent && <RestoreButton page={page} version={version} when={when} />}
      </div>
      {isOpen && <VersionText id={page._id} version={version} />}
    </li>
  )
}

function RestoreButton({ page, version, when }: { page: ManagedPage; version: number; when: string }) {
  const { restore } = usePageCalls()
  const { isBusy, run } = useBusy()
  const askAndRestore = async () => {
    const question = {
      title: 'Restore this version?',
      text: 'It becomes a new version. The current one stays in the list.',
      detail: `${page.title}, ${when}`,
      action: 'Restore',
    }
    if (!(await confirm(question))) return
    await restore(page._id, version, page.version)
    toastSuccess('The version is restored.')
  }
  return (
    <Button look="outline" className="btn-sm" busy={isBusy} onClick={() => run(askAndRestore)}>
      Restore
      <About>{`version ${version} of ${page.title}`}</About>
    </Button>
  )
}

function VersionText({ id, version }: { id: string; version: number }) {
  const { data, error, refetch } = useQuery(pageVersionQuery(id, version))
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Loading what="the version" />
  return (
    <section aria-label={`Version ${version}`} className="page-preview">
      <p className="font-display text-2xl">{data.title}</p>
      {data.summary && <p className="mt-2 mb-6 text-soft">{data.summary}</p>}
      <PageSections sections={data.sections} />
    </section>
  )
}
