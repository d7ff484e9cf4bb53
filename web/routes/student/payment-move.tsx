import { MoveCheckout } from '#web/features/payments/move-checkout.tsx'
import { BackFromBank } from '#web/features/payments/stripe/back-from-bank.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import type { Route } from './+types/payment-move.ts'

export const handle = {
  within: '/dashboard/enroll-class',
  screenshots: [{ name: 'payment-move', fill: 'moveRuns' }],
} satisfies PageHandle

/** The payment of a move to another date. */
export default function PaymentMove({ params: { from, to } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Payment" />
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Payment</h1>
      <BackFromBank key={`${from} ${to}`} showsReturned>
        <MoveCheckout from={from} to={to} />
      </BackFromBank>
    </>
  )
}
