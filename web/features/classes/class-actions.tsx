import { Link } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { About } from '#web/ui/button.tsx'
import { RowActions } from '#web/ui/lists/row-actions.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { WithdrawLink } from './withdraw-link.tsx'

/** An admin's actions on a class. */
export function ClassActions({ schoolClass }: { schoolClass: SchoolClass }) {
  const { _id, className } = schoolClass
  const linkTo = (page: string, label: string) => (
    <Link className="link py-1" to={`/dashboard/${page}/${_id}`}>
      {label}
      <About>{className}</About>
    </Link>
  )
  const more = (
    <>
      {linkTo('class-students', 'Students')}
      {linkTo('dates', 'Dates')}
      <WithdrawLink schoolClass={schoolClass} />
    </>
  )
  return (
    <RowActions about={className} more={more}>
      <DecisionButtons schoolClass={schoolClass} />
      {linkTo('feedback', 'Feedback')}
    </RowActions>
  )
}
