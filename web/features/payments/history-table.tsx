import { Link } from 'react-router'
import type { Payment } from '#contract/payments.ts'
import { END_MESSAGES } from '#contract/refund-messages.ts'
import { About } from '#web/ui/button.tsx'
import { type Column, Table } from '#web/ui/lists/table.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { copyText } from '#web/ui/secrets/copy-text.ts'
import { formatDay, getZoneName } from '#web/ui/text/dates.ts'
import { formatDeadline } from '#web/ui/text/deadline.ts'
import { CancelButton } from './cancel-button.tsx'
import { paidPrice, refundedPrice } from './paid-price.ts'
import { describeProgress, describeReason, describeStatus } from './refund-messages.ts'
import { ReturnButton, ReturnNote } from './return-button.tsx'

const COLUMNS: Column<Payment>[] = [
  {
    get header() {
      return `Date (${getZoneName()})`
    },
    slot: 'meta',
    cell: ({ created_at }) => <p className="min-w-20 @min-[70rem]:whitespace-nowrap">{formatDay(created_at)}</p>,
  },
  {
    header: 'Image',
    slot: 'image',
    cell: ({ classImage }) => <Picture src={classImage} alt="" sizes="7rem" className="aspect-[3/2] w-18 sm:w-28" />,
  },
  { header: 'Name', slot: 'title', cell: (payment) => <Bought payment={payment} /> },
  { header: 'Price', end: true, slot: 'end', cell: (payment) => paidPrice(payment) },
  { header: 'Status', slot: 'note', cell: (payment) => <Status payment={payment} /> },
  { header: 'TransactionId', end: true, slot: 'detail', cell: (payment) => <Transaction payment={payment} /> },
]

/** Only where a payment has one. */
const NOTES: Column<Payment> = { header: 'Note', slot: 'status', cell: (payment) => <Notes payment={payment} /> }

export function HistoryTable({ payments }: { payments: Payment[] }) {
  const columns = payments.some(hasNotes) ? [...COLUMNS, NOTES] : COLUMNS
  return <Table caption="Payment History" columns={columns} rows={payments} rowKey={({ _id }) => _id} />
}

function hasNotes({ resale, disputed, choose_until_clock: chooseUntil, ended, refund }: Payment): boolean {
  return resale?.since != null || disputed || chooseUntil !== null || ended !== null || refund !== null
}

function Bought({ payment }: { payment: Payment }) {
  const { className, student, ended, is_move: isMove } = payment
  return (
    <>
      <div className="bought wrap-anywhere min-w-24 font-normal">
        <p className="font-display text-xl">{className}</p>
        {isMove && <p className="text-sm text-soft">Move to another date</p>}
        {student && !ended && <p className="text-sm text-soft">Place of {student}</p>}
      </div>
      <Papers payment={payment} />
    </>
  )
}

/** The order, the receipt, and what the student can still do. */
function Papers({ payment }: { payment: Payment }) {
  const { _id, className, order, orderId } = payment
  return (
    <div className="transaction-links">
      <Link to={`/dashboard/order/${orderId}`} className="text-soft hover:underline">
        Order {order}
      </Link>
      <span aria-hidden>·</span>
      <Link to={`/dashboard/receipt/${_id}`} className="link row-link">
        Receipt
        <About>{className}</About>
      </Link>
      <CancelButton payment={payment} />
      <ReturnButton payment={payment} />
    </div>
  )
}

/** The specification's disabled button, which looks like a word. */
function Status({ payment }: { payment: Payment }) {
  return (
    <button type="button" disabled className={`payment-status ${markStatus(payment)}`}>
      {describeStatus(payment)}
      <About>{payment.className}</About>
    </button>
  )
}

function markStatus({ refund, status }: Payment): string {
  if (refund?.status === 'failed') return 'border-error'
  return refund || status === 'refunded' ? 'border-base-content' : 'border-success'
}

function Transaction({ payment: { className, transactionId } }: { payment: Payment }) {
  return (
    <p className="transaction-id">
      <code>{transactionId}</code>
      <button
        type="button"
        className="row-quiet cursor-pointer py-1 hover:underline"
        onClick={() => copyText(transactionId)}
      >
        Copy
        <About>{`the transaction id of ${className}`}</About>
      </button>
    </p>
  )
}

function Notes({ payment }: { payment: Payment }) {
  const { refund, ended, className, disputed, choose_until_clock: chooseUntil, time_zone: zone } = payment
  return (
    <>
      <ReturnNote payment={payment} />
      {disputed && (
        <p className="mt-2 max-w-64 first:mt-0 text-sm">
          Your bank is reviewing this payment. You can cancel it after that.
        </p>
      )}
      {chooseUntil !== null && (
        <p className="mt-2 max-w-64 first:mt-0 text-balance text-sm">
          We have canceled this.{' '}
          <Link to={`/dashboard/choice/${payment.runId}`} className="link">
            Choose what you get
            <About>{`for ${className}`}</About>
          </Link>{' '}
          by {formatDeadline(chooseUntil, zone)}.
        </p>
      )}
      {ended && !refund && chooseUntil === null && (
        <p className="mt-2 max-w-64 first:mt-0 text-balance text-sm">
          Your enrolment ended on {formatDay(ended.at)}: {END_MESSAGES[ended.why]}. Nothing came back.
        </p>
      )}
      {refund && (
        <div className="mt-2 max-w-64 first:mt-0 text-balance text-sm">
          <p>
            {refund.amount < payment.price && `${refundedPrice(payment)}: `}
            {describeProgress(refund)}
          </p>
          <p className="text-soft">{describeReason(refund, payment)}</p>
        </div>
      )}
    </>
  )
}
