import { OrderCheckout } from '#web/features/payments/order-checkout.tsx'
import { BackFromBank } from '#web/features/payments/stripe/back-from-bank.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'

export const handle = {
  within: '/dashboard/my-selected-class',
  screenshots: [{ name: 'payment-all' }],
} satisfies PageHandle

/** The payment of all selected classes at once. */
export default function PaymentAll() {
  return (
    <>
      <PageTitle page="Payment" />
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Payment</h1>
      <BackFromBank>
        <OrderCheckout />
      </BackFromBank>
    </>
  )
}
