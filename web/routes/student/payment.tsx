import { Checkout } from '#web/features/payments/checkout.tsx'
import { BackFromBank } from '#web/features/payments/stripe/back-from-bank.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import type { Route } from './+types/payment.ts'

export const handle = {
  within: '/dashboard/my-selected-class',
  screenshots: [{ name: 'payment', fill: 'cartId' }],
} satisfies PageHandle

export default function Payment({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Payment" />
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Payment</h1>
      <BackFromBank key={params.id}>
        <Checkout cartId={params.id} />
      </BackFromBank>
    </>
  )
}
