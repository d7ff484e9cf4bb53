import type { ReactNode } from 'react'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { popupSuccess } from '#web/ui/toasts.ts'
import { useAction } from '#web/use-action.ts'

interface WithdrawOfferProps {
  schoolClass: SchoolClass
  /** A link back, beside the button. */
  children: ReactNode
}

/** The consequences of withdrawing a class, and the button. */
export function WithdrawOffer({ schoolClass, children }: WithdrawOfferProps) {
  const { withdraw, withdrawing } = useWithdrawClass(schoolClass)
  return (
    <>
      <ul className="grid max-w-prose list-disc gap-2 ps-5 text-lg">
        <li>From then on, students cannot select or pay for this class.</li>
        <li>{describeRefunds(schoolClass.enroll)}</li>
        <li>You cannot undo this. To teach it after all, add it as a new class.</li>
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" busy={withdrawing} onClick={withdraw}>
          Withdraw Class
        </Button>
        {children}
      </div>
    </>
  )
}

function describeRefunds(enrolled: number): string {
  if (enrolled === 0) return 'No student is enrolled, so there is nothing to refund.'
  return 'Students whose date is not over get the full amount back, as money or credit. We e-mail them.'
}

/** POST /class/{id}/withdrawal, after a confirmation. */
function useWithdrawClass({ _id, className }: SchoolClass) {
  const withdrawal = useAction(() => call(api.withdrawClass, { params: { id: _id } }), {
    after: 'classWithdrawn',
    done: () => popupSuccess('This Class Is Withdrawn', 'We e-mail its students.'),
  })
  const question = {
    title: 'Are you sure?',
    text: `${className} is withdrawn for good. Students whose date is not over get the full amount back, as money or credit.`,
    action: 'Yes, withdraw it!',
  }
  return {
    withdrawing: withdrawal.isPending,
    withdraw: async () => {
      if (await confirm(question)) withdrawal.mutate()
    },
  }
}
