import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { About, Button } from '#web/ui/button.tsx'
import { RowActions } from '#web/ui/lists/row-actions.tsx'
import { useDeleteClass } from './delete-class.ts'
import { WithdrawLink } from './withdraw-link.tsx'

/** An instructor's actions on their own class. */
export function OwnClassActions({ schoolClass }: { schoolClass: SchoolClass }) {
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
