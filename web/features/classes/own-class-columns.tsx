import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ClassesQuery, SchoolClass } from '#contract/classes.ts'
import { NO_FEEDBACK } from '#contract/no-feedback.ts'
import { api, call } from '#web/api.ts'
import { Price } from '#web/school/price.tsx'
import { About, Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { RowActions } from '#web/ui/lists/row-actions.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { popupSuccess } from '#web/ui/toasts.ts'
import { useAction } from '#web/use-action.ts'
import { ClassStatus } from './class-status.tsx'
import { WithdrawLink } from './withdraw-link.tsx'

/** The columns of an instructor's own classes, with the admins' feedback. */
export const OWN_CLASS_COLUMNS: Column<SchoolClass, NonNullable<ClassesQuery['sort']>>[] = [
  { header: '#', cell: (_, index) => index + 1 },
  {
    header: 'Image',
    slot: 'image',
    cell: ({ classImage, focus }) => (
      <Picture src={classImage} focus={focus} alt="" sizes={SMALL} className="row-picture @min-[70rem]:w-35" />
    ),
  },
  {
    header: 'Name',
    sort: 'className',
    slot: 'title',
    cell: ({ _id, className }) => (
      <Link
        to={`/dashboard/class-update/${_id}`}
        className="row-link wrap-anywhere block min-w-24 font-display font-normal text-lg text-balance hover:underline @min-[70rem]:min-w-38"
      >
        {className}
      </Link>
    ),
  },
  { header: 'Seats', sort: 'seats', end: true, slot: 'meta', unit: 'seats', cell: ({ seats }) => seats },
  { header: 'Price', sort: 'price', end: true, slot: 'end', cell: ({ price }) => <Price amount={price} /> },
  { header: 'Enroll', sort: 'enroll', end: true, slot: 'note', unit: 'enrolled', cell: ({ enroll }) => enroll },
  {
    header: 'Status',
    sort: 'status',
    slot: 'status',
    cell: (schoolClass) => <ClassStatus schoolClass={schoolClass} />,
  },
  {
    header: 'Feedback',
    slot: 'detail',
    cell: ({ feedback }) => (
      <p
        className={`wrap-anywhere max-w-prose whitespace-pre-line text-start text-sm text-soft ${feedback === NO_FEEDBACK ? 'row-nothing sr-only' : ''}`}
      >
        {feedback}
      </p>
    ),
  },
  { header: 'Action', end: true, slot: 'action', cell: (schoolClass) => <OwnClassActions schoolClass={schoolClass} /> },
]

/** An instructor's actions on their own class. */
function OwnClassActions({ schoolClass }: { schoolClass: SchoolClass }) {
  const { _id, className, withdrawn_at } = schoolClass
  const linkTo = (page: string, label: ReactNode) => (
    <Link to={`/dashboard/${page}/${_id}`} className="link py-1">
      {label}
      <About>{className}</About>
    </Link>
  )
  const more = (
    <>
      {linkTo('class-material', 'Material')}
      {linkTo('class-briefs', 'Briefs')}
      {linkTo('class-students', 'Students')}
      {linkTo('dates', 'Dates')}
      <WithdrawLink schoolClass={schoolClass} />
    </>
  )
  return (
    <RowActions about={className} more={more}>
      {withdrawn_at === undefined && linkTo('class-update', 'Edit')}
      <DeleteButton schoolClass={schoolClass} />
    </RowActions>
  )
}

function DeleteButton({ schoolClass }: { schoolClass: SchoolClass }) {
  const { deleteClass, isDeleting } = useDeleteClass(schoolClass)
  return (
    <Button
      look="danger"
      className="btn-sm"
      busy={isDeleting}
      onClick={({ currentTarget }) => deleteClass(currentTarget)}
    >
      Delete
      <About>{schoolClass.className}</About>
    </Button>
  )
}

/** DELETE /class/{id}, after a confirmation. */
function useDeleteClass({ _id, className }: SchoolClass) {
  const deletion = useAction(() => call(api.deleteClass, { params: { id: _id } }), {
    after: 'classDeleted',
    done: ({ deletedCount }) => {
      if (deletedCount) popupSuccess('Deleted!', 'Your file has been deleted.')
    },
  })
  return {
    isDeleting: deletion.isPending,
    /** Deletes the class in the row that holds `control`, and focuses the row after it. */
    deleteClass: async (control: Element) => {
      const detail = `You are deleting “${className}” with its material. It leaves the catalogue and all carts.`
      if (await confirm({ ...DELETE_CONFIRMATION, detail })) await keepRowFocus(control, deletion.mutateAsync)
    },
  }
}
