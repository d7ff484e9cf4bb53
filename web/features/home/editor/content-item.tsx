import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { About, Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'

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
      <div className="content-actions quiet-actions">{actions}</div>
    </li>
  )
}

interface ContentActionsProps {
  title: string
  /** Its line in the question before a deletion. */
  detail?: string
  published: boolean
  /** Absent for what has an editor on a page of its own. */
  onEdit?: () => void
  /** Absent for what always is published. */
  onPublish?: (published: boolean) => Promise<void>
  /** Absent for what cannot be deleted. */
  onDelete?: () => Promise<void>
}

/** The buttons that slides, reviews and pages have in common. */
export function ContentActions({ title, detail = title, published, onEdit, onPublish, onDelete }: ContentActionsProps) {
  return (
    <>
      {onEdit && (
        <Button look="outline" className="btn-sm" data-edits onClick={onEdit}>
          Edit
          <About>{title}</About>
        </Button>
      )}
      {onPublish && <PublishButton title={title} published={published} onPublish={onPublish} />}
      {onDelete && <DeleteButton title={title} detail={detail} onDelete={onDelete} />}
    </>
  )
}

type PublishButtonProps = Required<Pick<ContentActionsProps, 'title' | 'published' | 'onPublish'>>

function PublishButton({ title, published, onPublish }: PublishButtonProps) {
  const { isBusy, run } = useBusy()
  const publish = async () => {
    await onPublish(!published)
    toastSuccess(published ? 'It is a draft now.' : 'It is published now.')
  }
  // The second click of a double click would undo the first.
  const onClick = ({ detail }: MouseEvent) => detail < 2 && run(publish)
  return (
    <Button look="outline" className="btn-sm" busy={isBusy} onClick={onClick}>
      {published ? 'Unpublish' : 'Publish'}
      <About>{title}</About>
    </Button>
  )
}

type DeleteButtonProps = Required<Pick<ContentActionsProps, 'title' | 'detail' | 'onDelete'>>

function DeleteButton({ title, detail, onDelete }: DeleteButtonProps) {
  const { isBusy, run } = useBusy()
  const remove = async () => {
    await onDelete()
    toastSuccess('Deleted!')
  }
  const askAndDelete = async (control: Element) => {
    if (await confirm({ ...DELETE_CONFIRMATION, detail })) await keepRowFocus(control, () => run(remove))
  }
  return (
    <Button look="danger" className="btn-sm" busy={isBusy} onClick={({ currentTarget }) => askAndDelete(currentTarget)}>
      Delete
      <About>{title}</About>
    </Button>
  )
}
