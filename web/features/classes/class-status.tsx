import { Link } from 'react-router'
import type { SchoolClass, ClassStatus as Status } from '#contract/classes.ts'
import { About } from '#web/ui/button.tsx'

const MARKS: Record<Status, string> = {
  pending: 'border-warning',
  approve: 'border-success',
  deny: 'border-base-content',
}

/** A class's status, in its own word; and where it is not on offer any more, that word beside it. */
export function ClassStatus({ schoolClass }: { schoolClass: SchoolClass }) {
  const { _id, className, status, withdrawn_at, archived_at } = schoolClass
  return (
    <>
      <span className={`border-s-4 ps-2 ${MARKS[status]}`}>{status}</span>
      {withdrawn_at !== undefined && (
        <Link to={`/dashboard/withdrawal/${_id}`} className="link mt-1 block py-1 text-sm">
          withdrawn
          <About>{className}</About>
        </Link>
      )}
      {archived_at !== undefined && <span className="mt-1 block text-sm text-soft">archived</span>}
    </>
  )
}
