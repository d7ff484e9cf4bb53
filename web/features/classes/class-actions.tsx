import { Link } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { About } from '#web/ui/button.tsx'
import { RowActions } from '#web/ui/lists/row-actions.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { WithdrawLink } from './withdraw-link.tsx'

/** An admin's actions on a class. */
export function ClassActions({ schoolClass }: { schoolClass: SchoolClass }) {
  const { _id, className } = schoolClass
  const more = (
    <>
      <Link className="link" to={`/dashboard/dates/${_id}`}>
        Dates
        <About>{className}</About>
      </Link>
      <WithdrawLink schoolClass={schoolClass} />
    </>
  )
  return (
    <RowActions about={className} more={more}>
      <DecisionButtons schoolClass={schoolClass} />
      <Link className="link py-1" to={`/dashboard/feedback/${_id}`}>
        Feedback
        <About>{className}</About>
      </Link>
    </RowActions>
  )
}
