import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatMajor } from '#contract/values/money.ts'
import { describeProgress } from '#web/features/payments/refund-messages.ts'
import { type Column, Table } from '#web/ui/lists/table.tsx'
import { formatDate } from '#web/ui/text/dates.ts'
import { EmailAddress } from '#web/ui/text/email-address.tsx'

const STATES: Record<Order['state'], string> = {
  open: 'Not yet paid',
  completed: 'Paid',
  released: 'Not paid, and no longer held',
}

/** Returns what became of an order. */
export function describeState({ state, refunded, credited, paid }: Order): string {
  if (refunded + credited === 0) return STATES[state]
  return refunded + credited < paid ? 'Partly refunded' : 'Refunded'
}

/** An order with its lines, payments and refunds, and what is still owed. */
export function OrderView({ order }: { order: Order }) {
  const { number, created_at, name, email, lines, payments, refunds, currency } = order
  const money = (amount: number) => formatMajor(amount, currency)
  return (
    <>
      <header className="mb-10">
        <h1 className="font-display text-4xl sm:text-5xl">
          Order <span className="tabular-nums">{number}</span>
        </h1>
        <p className="mt-3">
          <time dateTime={new Date(created_at).toISOString()}>{formatDate(created_at)}</time>, {describeState(order)}
        </p>
        <p className="wrap-anywhere text-soft">
          {name}, <EmailAddress email={email} />
        </p>
      </header>
      <Part title="Lines">
        <Table caption="Lines" columns={lineColumns(lines, money)} rows={lines} rowKey={({ _id }) => _id} />
      </Part>
      <Part title="Payments">
        {payments.length > 0 ? (
          <Table
            caption="Payments"
            columns={paymentColumns(money)}
            rows={payments}
            rowKey={({ _id, method }) => `${_id} ${method}`}
          />
        ) : (
          <p>No payment yet.</p>
        )}
      </Part>
      {refunds.length > 0 && (
        <Part title="Refunds">
          <Table
            caption="Refunds"
            columns={refundColumns(money, payments)}
            rows={refunds}
            rowKey={({ paymentId, created_at: at }) => `${paymentId} ${at}`}
          />
        </Part>
      )}
      <div className="ms-auto max-w-md">
        <Part title="Balance">
          <Sums order={order} money={money} />
        </Part>
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-10" aria-label={title}>
      <h2 className="mb-4 font-display text-2xl">{title}</h2>
      {children}
    </section>
  )
}

type Money = (amount: number) => string

type Line = Order['lines'][number]

/** The list price has a column where a line cost another amount. */
function lineColumns(lines: readonly Line[], money: Money): Column<Line>[] {
  const isOff = ({ kind, list_price, amount }: Line) => kind === 'seat' && list_price !== amount
  const listPrice: Column<Line> = {
    header: 'List price',
    end: true,
    slot: 'meta',
    cell: (line) => isOff(line) && money(line.list_price),
  }
  return [
    { header: 'What', slot: 'title', cell: ({ text }) => <p className="wrap-anywhere">{text}</p> },
    ...(lines.some(isOff) ? [listPrice] : []),
    { header: 'Amount', end: true, slot: 'end', cell: ({ amount }) => money(amount) },
  ]
}

function paymentColumns(money: Money): Column<Order['payments'][number]>[] {
  return [
    { header: 'Receipt', slot: 'title', cell: (payment) => <ReceiptLink payment={payment} /> },
    { header: 'Date', slot: 'meta', cell: ({ created_at }) => formatDate(created_at) },
    { header: 'Method', slot: 'note', cell: ({ method }) => <p className="@min-[58rem]:pe-12">{method}</p> },
    {
      header: 'Transaction id',
      slot: 'detail',
      cell: ({ transactionId }) => <code className="break-all text-sm">{transactionId}</code>,
    },
    { header: 'Amount', end: true, slot: 'end', cell: ({ amount }) => money(amount) },
  ]
}

function ReceiptLink({ payment: { _id, receipt } }: { payment: Order['payments'][number] }) {
  if (receipt === null) return 'Gift voucher'
  return (
    <Link to={`/dashboard/receipt/${_id}`} className="link">
      Receipt {receipt}
    </Link>
  )
}

/** The receipt says which seat of the order a refund is of. */
function refundColumns(money: Money, payments: Order['payments']): Column<Order['refunds'][number]>[] {
  return [
    {
      header: 'Receipt',
      slot: 'title',
      cell: ({ paymentId }) => {
        const payment = payments.find(({ _id }) => _id === paymentId)
        return payment && <ReceiptLink payment={payment} />
      },
    },
    { header: 'Date', slot: 'meta', cell: ({ created_at }) => formatDate(created_at) },
    { header: 'Status', slot: 'detail', cell: describeProgress },
    { header: 'Amount', end: true, slot: 'end', cell: ({ amount }) => money(amount) },
  ]
}

function Sums({ order: { total, paid, refunded, credited, due }, money }: { order: Order; money: Money }) {
  return (
    <dl className="border-line border-b">
      {(
        [
          ['Total', total],
          ['Paid', paid],
          ['Refunded', refunded],
          ...(credited > 0 ? [['Given as credit', credited] as const] : []),
          ['Still to be paid', due],
        ] as const
      ).map(([term, amount]) => (
        <div key={term} className="flex justify-between gap-6 border-line border-t py-3">
          <dt>{term}</dt>
          <dd className="tabular-nums">{money(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
