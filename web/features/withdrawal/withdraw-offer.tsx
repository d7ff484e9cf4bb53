import type { ReactNode } from 'react'
import type { SchoolClass } from '#contract/classes.ts'
import { Button } from '#web/ui/button.tsx'
import { useWithdrawClass } from './withdraw-class.ts'

interface WithdrawOfferProps {
  schoolClass: SchoolClass
  /** The way back, beside the button. */
  children: ReactNode
}

/** What withdrawing a class means, and the button that does it. */
export function WithdrawOffer({ schoolClass, children }: WithdrawOfferProps) {
  const { withdraw, withdrawing } = useWithdrawClass(schoolClass)
  return (
    <>
      <ul className="grid max-w-prose list-disc gap-2 ps-5 text-lg">
        <li>Nobody can select or pay for this class any more, from that moment on.</li>
        <li>{consequence(schoolClass.enroll)}</li>
        <li>It cannot be undone. To teach it after all, offer it as a new class.</li>
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

function consequence(enrolled: number): string {
  if (enrolled === 0) return 'Nobody is enrolled, so nothing has to be refunded.'
  if (enrolled === 1) return '1 enrolled student is refunded the whole amount, and told by mail.'
  return `${enrolled} enrolled students are refunded the whole amount, and told by mail.`
}
