import { Link } from 'react-router'
import type { SchoolClass, ClassStatus as Status } from '#contract/classes.ts'
import { About } from '#web/ui/button.tsx'

const MARKS: Record<Status, string> = {
  pending: 'border-warning',
  approve: 'border-success',
  deny: 'border-base-content',
}

/** Labels in place of the specification's values, which stay in the text for programs. */
const WORDS: Record<Status, string> = { pending: 'Pending', approve: 'Approved', deny: 'Denied' }

interface ClassStatusProps {
  schoolClass: SchoolClass
  /** For admins, who know what a pending class waits for. */
  isBrief?: boolean
}

/** The status of a class, and what a pending, withdrawn or archived one means. */
export function ClassStatus({ schoolClass, isBrief = false }: ClassStatusProps) {
  const { _id, className, status, withdrawn_at, archived_at } = schoolClass
  const isOpen = withdrawn_at === undefined && archived_at === undefined
  return (
    <>
      <span className={`status-word ${MARKS[status]}`} data-word={WORDS[status]}>
        {status}
      </span>
      {status === 'pending' && isOpen && !isBrief && <Note>Waits for an admin's decision.</Note>}
      {withdrawn_at !== undefined && (
        <>
          <Link to={`/dashboard/withdrawal/${_id}`} className="link mt-1 block py-1 text-sm">
            withdrawn
            <About>{className}</About>
          </Link>
          <Note>Does not take place. Students choose credit or money.</Note>
        </>
      )}
      {archived_at !== undefined && (
        <>
          <span className="mt-1 block text-sm">archived</span>
          <Note>The instructor has left. Enrolled students keep access.</Note>
        </>
      )}
    </>
  )
}

function Note({ children }: { children: string }) {
  return <span className="row-note">{children}</span>
}
