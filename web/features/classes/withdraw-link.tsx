import { Link } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { About } from '#web/ui/button.tsx'

/** The link to withdraw a class. Only an approved class can have buyers, so others have no link. */
export function WithdrawLink({ schoolClass: { _id, className, status, withdrawn_at } }: { schoolClass: SchoolClass }) {
  if (status !== 'approve' || withdrawn_at !== undefined) return null
  return (
    <Link className="link py-1" to={`/dashboard/withdrawal/${_id}`}>
      Withdraw
      <About>{className}</About>
    </Link>
  )
}
