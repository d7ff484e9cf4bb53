import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AdminPayment, PaymentsQuery, RefundRequest } from '#contract/admin-payments.ts'
import { METHOD_WORDS } from '#contract/payment-methods.ts'
import type { RefundReason } from '#contract/payments.ts'
import { formatMajor } from '#contract/values/money.ts'
import { api, call } from '#web/api.ts'
import { paidPrice } from '#web/features/payments/paid-price.ts'
import { About, Button } from '#web/ui/button.tsx'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { Person } from '#web/ui/lists/person.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { formatDay, getZoneName } from '#web/ui/text/dates.ts'
import { popupSuccess, toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { useAction } from '#web/use-action.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** The columns of all users' payments, for admins. */
export const PAYMENT_COLUMNS: Column<AdminPayment, NonNullable<PaymentsQuery['sort']>>[] = [
  {
    header: 'Receipt',
    slot: 'note',
    cell: ({ _id, receipt }) => (
      <Link
        to={`/dashboard/receipt/${_id}`}
        className="link row-link @min-[58rem]:inline-block @min-[58rem]:min-w-19.5"
      >
        {receipt}
      </Link>
    ),
  },
  {
    get header() {
      return `Date (${getZoneName()})`
    },
    slot: 'meta',
    sort: 'created_at',
    cell: ({ created_at }) => <p className="min-w-20">{formatDay(created_at)}</p>,
  },
  { header: 'Name', sort: 'name', slot: 'title', cell: (payment) => <Person {...payment} isBrief /> },
  {
    header: 'Class',
    slot: 'detail',
    sort: 'className',
    cell: ({ className, classImage }) => (
      <div className="row-beside flex min-w-24 items-center gap-3">
        <Picture src={classImage} alt="" sizes={SMALL} className="aspect-[3/2] w-12 shrink-0" />
        <p className="wrap-anywhere min-w-0">{className}</p>
      </div>
    ),
  },
  { header: 'Status', sort: 'status', slot: 'status', cell: (payment) => <Status payment={payment} /> },
  // Before the price, since it is shown only in the row that is pointed at: the prices end with the lines and the sum.
  { header: 'Action', end: true, slot: 'action', cell: (payment) => <Action payment={payment} /> },
  { header: 'Price', sort: 'price', end: true, slot: 'end', cell: (payment) => <Price payment={payment} /> },
]

/** Returns the columns of payments; without the action where no row has one, and without the status where all are paid, unless they are sorted by it. */
export function listColumns(payments: readonly AdminPayment[], isSorted: boolean): typeof PAYMENT_COLUMNS {
  const isPlain = ({ status, disputed, refunds }: AdminPayment) =>
    status === 'paid' && !disputed && refunds.length === 0
  const hasStatus = isSorted || !payments.every(isPlain)
  const hasAction = payments.some(hasActions)
  return PAYMENT_COLUMNS.filter(
    ({ sort, slot }) => (hasStatus || sort !== 'status') && (hasAction || slot !== 'action'),
  )
}

function hasActions({ disputed, left }: AdminPayment): boolean {
  return !disputed && left > 0
}

function Price({ payment }: { payment: AdminPayment }) {
  const { by_hand } = payment
  return (
    <>
      {paidPrice(payment)}
      {by_hand && <p className="text-sm text-soft">{METHOD_WORDS[by_hand]}</p>}
    </>
  )
}

function Status({ payment: { status, refunds, disputed, currency } }: { payment: AdminPayment }) {
  return (
    <>
      <span className={status === 'paid' ? 'sr-only' : undefined}>{status}</span>
      {status === 'pending' && (
        <p className="max-w-56 text-sm text-soft">waiting for the card provider's confirmation</p>
      )}
      {disputed && <p className="max-w-56 text-sm text-error-ink">disputed: the bank is deciding</p>}
      {refunds.map((refund) => (
        <RefundStatus key={refund.created_at} refund={refund} amount={formatMajor(refund.amount, currency)} />
      ))}
    </>
  )
}

function Action({ payment }: { payment: AdminPayment }) {
  if (!hasActions(payment)) return null
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {payment.lacking && <RetryButton payment={payment} />}
      <RefundButton payment={payment} />
    </div>
  )
}

function RefundButton({ payment }: { payment: AdminPayment }) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { mutateAsync, isPending } = useRefundPayment()
  const answer = (request: RefundRequest | null) => {
    setIsOpen(false)
    const { current } = button
    if (request && current) void keepRowFocus(current, () => mutateAsync({ payment, request }))
  }
  return (
    <>
      <Button ref={button} look="outline" className="row-quiet" busy={isPending} onClick={() => setIsOpen(true)}>
        Refund
        <About>{describePayment(payment)}</About>
      </Button>
      {isOpen && <RefundDialog payment={payment} onAnswer={answer} />}
    </>
  )
}

function RetryButton({ payment }: { payment: AdminPayment }) {
  const { mutateAsync, isPending } = useRetryRefund()
  const retry = (control: Element) => void keepRowFocus(control, () => mutateAsync(payment))
  return (
    <Button
      look="outline"
      className="whitespace-nowrap"
      busy={isPending}
      onClick={({ currentTarget }) => retry(currentTarget)}
    >
      Try again
      <About>{describePayment(payment)}</About>
    </Button>
  )
}

function describePayment({ receipt, name }: AdminPayment): string {
  return `receipt ${receipt} of ${name}`
}

type Refund = NonNullable<AdminPayment['refund']>

const REASONS: Record<RefundReason, string> = {
  cancelled: 'cancelled by the student',
  resold: 'sold again for the student',
  refunded: 'refunded by an admin',
  withdrawn: 'class withdrawn',
  run_canceled: 'date canceled',
  at_provider: 'refunded at the provider',
  moved: 'moved to a cheaper date',
  seat_gone: 'no seat left',
  class_gone: 'class no longer offered',
  user_gone: 'account deleted',
  enrolled_already: 'already enrolled',
  amount_differs: 'a different amount was charged',
  move_gone: 'move no longer possible',
}

const STATUSES: Record<Refund['status'], string> = {
  queued: 'on its way to the provider',
  done: 'sent back',
  failed: 'could not be sent',
}

/** Refunds that are made at once. */
const WAYS: Partial<Record<Refund['method'], string>> = {
  credit: 'given as credit',
  cash: 'paid back in cash',
  transfer: 'paid back by bank transfer',
}

/** A refund's amount, reason and status for admins, with the provider's error if it failed. */
function RefundStatus({
  refund: { method, reason, status, problem, note },
  amount,
}: {
  refund: Refund
  amount: string
}) {
  return (
    <div className="max-w-56 text-sm @max-[58rem]:ms-auto">
      <p className="text-soft">
        {REASONS[reason]}: <span className="tabular-nums">{amount}</span>
      </p>
      {note && <p className="wrap-anywhere text-soft">{note}</p>}
      <p className={status === 'failed' ? 'text-error-ink' : 'text-soft'}>{WAYS[method] ?? STATUSES[status]}</p>
      {problem && <p className="wrap-anywhere text-error-ink">{problem}</p>}
    </div>
  )
}

/** POST /payment/{id}/refund, after a confirmation; POST /payment/{id}/refund/retry. */
function useRefundPayment() {
  return useAction(
    ({ payment, request }: { payment: AdminPayment; request: RefundRequest }) =>
      call(api.refundPayment, { params: { id: payment._id }, body: request }),
    {
      after: 'refundRequested',
      done: ({ modifiedCount }, { payment: { name } }) => {
        if (modifiedCount) popupSuccess('Refunded', `We've e-mailed ${name}.`)
        else toastWarning('This payment is already refunded.')
      },
    },
  )
}

function useRetryRefund() {
  return useAction(({ _id }: AdminPayment) => call(api.retryRefund, { params: { id: _id } }), {
    after: 'refundRetried',
    done: ({ modifiedCount }) => {
      if (modifiedCount) toastSuccess('Trying the refund again')
      else toastWarning('This refund is no longer marked as failed.')
    },
  })
}
