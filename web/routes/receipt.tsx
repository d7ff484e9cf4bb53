import { CallError } from '#contract/call.ts'
import type { Role } from '#contract/users.ts'
import { CancelButton } from '#web/features/payment/cancel-button.tsx'
import { useReceipt } from '#web/features/payment/receipt.query.ts'
import { Receipt as Paper } from '#web/features/payment/receipt.tsx'
import { Titled } from '#web/school/titled.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/receipt.ts'

/** Where each role has its list of payments; whoever teaches has none. */
const LISTS: Record<Role, readonly [address: string, label: string]> = {
  student: ['/dashboard/payment-history', 'Payment History'],
  instructor: ['/dashboard', 'Dashboard'],
  admin: ['/dashboard/payments', 'Payments'],
}

/** A receipt to print, for whoever paid, in any role, and for admins. */
export default function Receipt({ params }: Route.ComponentProps) {
  const { data: payment } = useReceipt(params.id)
  return (
    <>
      <Titled page={payment ? `Receipt ${payment.receipt}` : 'Receipt'} />
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
          <ToList />
          <CancelButton payment={payment} label="Cancel enrolment" />
        </div>
        <Paper payment={payment} />
      </>
    )
  if (error instanceof CallError && error.statusCode === 404)
    return (
      <>
        <h1 className="mb-8 font-display text-4xl sm:text-5xl">Receipt</h1>
        <Empty sentence="There is no receipt of yours at this address.">
          <ToList />
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

function ToList() {
  const { role } = useSession()
  const [to, label] = LISTS[role ?? 'student']
  return (
    <ButtonLink look="outline" to={to}>
      {label}
    </ButtonLink>
  )
}
