import type { SchoolClass } from '#contract/classes.ts'
import { ClassLine } from '#web/features/classes/class-line.tsx'
import { BackToClasses, ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { WithdrawOffer } from '#web/features/payments/withdrawal/withdraw-offer.tsx'
import { WithdrawalProgress } from '#web/features/payments/withdrawal/withdrawal-progress.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import type { Route } from './+types/withdrawal.ts'

export const handle = {
  within: ['/dashboard/my-class', '/dashboard/manage-class'],
  screenshots: [{ name: 'withdrawal', fill: 'taughtId' }],
} satisfies PageHandle

/** Withdraws a class, for its instructor and for admins. Afterwards shows the progress of the refunds. */
export default function Withdrawal({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Withdraw Class" />
      <ManagedClassPage title="Withdraw Class" query={useSchoolClass(params.id)}>
        {(schoolClass) => (
          <div className="grid gap-8">
            <ClassLine schoolClass={schoolClass} />
            <OfferOrProgress schoolClass={schoolClass} />
          </div>
        )}
      </ManagedClassPage>
    </>
  )
}

function OfferOrProgress({ schoolClass }: { schoolClass: SchoolClass }) {
  if (schoolClass.withdrawn_at === undefined)
    return (
      <WithdrawOffer schoolClass={schoolClass}>
        <BackToClasses />
      </WithdrawOffer>
    )
  return (
    <>
      <WithdrawalProgress classId={schoolClass._id} />
      <p>
        <BackToClasses />
      </p>
    </>
  )
}
