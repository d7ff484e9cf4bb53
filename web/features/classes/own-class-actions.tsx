import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { About, Button } from '#web/ui/button.tsx'
import { useDeleteClass } from './delete-class.ts'
import { WithdrawLink } from './withdraw-link.tsx'

/** What an instructor can do about a class of theirs. */
export function OwnClassActions({ schoolClass }: { schoolClass: SchoolClass }) {
  const { _id, className, withdrawn_at } = schoolClass
  const { remove, removing } = useDeleteClass()
  const to = (page: string, label: ReactNode) => (
    <Link to={`/dashboard/${page}/${_id}`} className="link py-1">
      {label}
      <About>{className}</About>
    </Link>
  )
  return (
    <div className="actions @min-[58rem]:min-w-36">
      {withdrawn_at === undefined && to('class-update', 'Edit')}
      {to('class-material', 'Material')}
      {to('class-students', 'Students')}
      <WithdrawLink schoolClass={schoolClass} />
      <Button look="danger" className="btn-sm" busy={removing} onClick={() => remove(schoolClass)}>
        Delete
        <About>{className}</About>
      </Button>
    </div>
  )
}
