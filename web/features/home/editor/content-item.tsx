import type { ComponentProps, ReactNode } from 'react'
import { About, Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'

interface ContentItemProps extends Omit<ComponentProps<'li'>, 'title'> {
  image: string
  title: string
  published: boolean
  actions: ReactNode
  children: ReactNode
}

/** A slide or a review in the list of an admin. */
export function ContentItem({ image, title, published, actions, children, ...item }: ContentItemProps) {
  return (
    <li className="content-item" {...item}>
      <Picture src={image} alt="" sizes={SMALL} className="content-thumb" />
      <div className="wrap-anywhere min-w-0">
        <p className="font-medium">{title}</p>
        {children}
        {!published && <p className="mt-1 text-sm text-soft">Draft: only admins see it.</p>}
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </li>
  )
}

interface ContentActionsProps {
  title: string
  /** What the question before a deletion says about it. */
  detail?: string
  published: boolean
  onEdit: () => void
  /** Absent for what always is published. */
  onPublish?: (published: boolean) => Promise<void>
  /** Absent for what cannot be deleted. */
  onDelete?: () => Promise<void>
}

/** The buttons that slides, reviews and pages have in common. */
export function ContentActions(props: ContentActionsProps) {
  const { title, detail = title, published, onEdit, onPublish, onDelete } = props
  const run = (work: () => Promise<void>, message: string) =>
    work().then(
      () => toastSuccess(message),
      (error: Error) => toastError(error.message),
    )
  const askAndDelete = async (remove: () => Promise<void>, control: Element) => {
    if (await confirm({ ...DELETE_CONFIRMATION, detail })) await keepRowFocus(control, () => run(remove, 'Deleted!'))
  }
  return (
    <>
      <Button look="outline" className="btn-sm" data-edits onClick={onEdit}>
        Edit
        <About>{title}</About>
      </Button>
      {onPublish && (
        <Button
          look="outline"
          className="btn-sm"
          onClick={() => run(() => onPublish(!published), published ? 'It is a draft now.' : 'It is published now.')}
        >
          {published ? 'Unpublish' : 'Publish'}
          <About>{title}</About>
        </Button>
      )}
      {onDelete && (
        <Button look="danger" className="btn-sm" onClick={({ currentTarget }) => askAndDelete(onDelete, currentTarget)}>
          Delete
          <About>{title}</About>
        </Button>
      )}
    </>
  )
}
