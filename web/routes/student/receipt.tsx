import { CallError } from '#contract/call.ts'
import type { Role } from '#contract/users.ts'
import { CancelButton } from '#web/features/payments/cancel-button.tsx'
import { useReceipt } from '#web/features/payments/payments.query.ts'
import { Receipt as PrintedReceipt } from '#web/features/payments/receipt.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/receipt.ts'

export const handle = {
  within: ['/dashboard/payment-history', '/dashboard/payments'],
  screenshots: [{ name: 'receipt', fill: 'paymentId' }],
} satisfies PageHandle

/** The list that each role returns to. Instructors have no list of payments. */
const LISTS: Record<Role, readonly [path: string, label: string]> = {
  student: ['/dashboard/payment-history', 'Payment History'],
  instructor: ['/dashboard', 'Dashboard'],
  admin: ['/dashboard/payments', 'Payments'],
}

/** A receipt to print, for the user who paid, in any role, and for admins. */
export default function Receipt({ params }: Route.ComponentProps) {
  const { data: payment } = useReceipt(params.id)
  return (
    <>
      <PageTitle page={payment ? `Receipt ${payment.receipt}` : 'Receipt'} />
      <Body id={params.id} />
    </>
  )
}

function Body({ id }: { id: string }) {
  const { data: payment, error, refetch } = useReceipt(id)
  if (payment)
    return (
      <>
        <div className="mb-8 flex flex-wrap gap-3 print:hidden">
          <Button onClick={() => window.print()}>Print</Button>
          <ListLink />
          <ButtonLink look="ghost" to={`/dashboard/order/${payment.orderId}`}>
            Order {payment.order}
          </ButtonLink>
          <CancelButton payment={payment} label="Cancel enrolment" />
        </div>
        <PrintedReceipt payment={payment} />
      </>
    )
  if (error instanceof CallError && error.statusCode === 404)
    return (
      <>
        <h1 className="mb-8 font-display text-4xl sm:text-5xl">Receipt</h1>
        <Empty sentence="We couldn't find that receipt.">
          <ListLink />
        </Empty>
      </>
    )
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the receipt">
      <Skeleton className="h-[32rem] w-full max-w-2xl" />
    </Loading>
  )
}

function ListLink() {
  const { role } = useSession()
  const [to, label] = LISTS[role ?? 'student']
  return (
    <ButtonLink look="outline" to={to}>
      {label}
    </ButtonLink>
  )
}
