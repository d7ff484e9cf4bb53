import { Link } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { About } from '#web/ui/button.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { WithdrawLink } from './withdraw-link.tsx'

/** An admin's actions on a class. */
export function ClassActions({ schoolClass }: { schoolClass: SchoolClass }) {
  return (
    <div className="actions actions-two">
      <DecisionButtons schoolClass={schoolClass} />
      <Link className="link py-1" to={`/dashboard/feedback/${schoolClass._id}`}>
        Feedback
        <About>{schoolClass.className}</About>
      </Link>
      <Link className="link py-1" to={`/dashboard/dates/${schoolClass._id}`}>
        Dates
        <About>{schoolClass.className}</About>
      </Link>
      <WithdrawLink schoolClass={schoolClass} />
    </div>
  )
}
