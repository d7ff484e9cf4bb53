import type { SchoolClass } from '#contract/classes.ts'
import { ClassLine } from '#web/features/classes/class-line.tsx'
import { BackToClasses, InsidersPage } from '#web/features/classes/insiders-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { WithdrawOffer } from '#web/features/withdrawal/withdraw-offer.tsx'
import { WithdrawalProgress } from '#web/features/withdrawal/withdrawal-progress.tsx'
import { Titled } from '#web/school/titled.tsx'
import type { Route } from './+types/withdrawal.ts'

/** Takes a class off for good, for its instructor and for admins; once it is, how far the refunds are. */
export default function Withdrawal({ params }: Route.ComponentProps) {
  return (
    <>
      <Titled page="Withdraw Class" />
      <InsidersPage title="Withdraw Class" query={useSchoolClass(params.id)}>
        {(found) => (
          <div className="grid gap-8">
            <ClassLine schoolClass={found} />
            <OfferOrProgress schoolClass={found} />
          </div>
        )}
      </InsidersPage>
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
