import { useState } from 'react'
import { Link } from 'react-router'
import { isFixed, toPagePath } from '#contract/page-paths.ts'
import type { ManagedPage } from '#contract/pages.ts'
import { ContentActions } from '#web/features/home/editor/content-item.tsx'
import { About, Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { PageVersions } from './page-versions.tsx'
import { usePageCalls } from './pages.query.ts'

/** A page in the list of an admin, with its actions and its earlier versions. */
export function PageItem({ page, onEdit }: { page: ManagedPage; onEdit: () => void }) {
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
      <div className="flex flex-wrap gap-2">
        {reviewed === false && <ReviewButton page={page} />}
        <Button look="outline" className="btn-sm" aria-expanded={hasVersions} onClick={() => setVersions(!hasVersions)}>
          Versions
          <About>{title}</About>
        </Button>
        <ContentActions
          title={title}
          detail={`${title}. Its address and its versions are gone then.`}
          published={published}
          onEdit={onEdit}
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
  return [...states, ...places].filter(Boolean).join(' ')
}
