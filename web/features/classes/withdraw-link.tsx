import type { SchoolClass } from '#contract/classes.ts'
import { About, ButtonLink } from '#web/ui/button.tsx'

/** The way to taking a class off; only for one that is on offer, since nobody can have paid for another. */
export function WithdrawLink({ schoolClass: { _id, className, status, withdrawn_at } }: { schoolClass: SchoolClass }) {
  if (status !== 'approve' || withdrawn_at !== undefined) return null
  return (
    <ButtonLink look="ghost" className="px-2" to={`/dashboard/withdrawal/${_id}`}>
      Withdraw
      <About>{className}</About>
    </ButtonLink>
  )
}
