import { Link } from 'react-router'
import { type ContractWithdrawal, WITHDRAWAL_DAYS, type WithdrawalRight } from '#contract/contract-withdrawals.ts'
import { About, Button } from '#web/ui/button.tsx'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { Person } from '#web/ui/lists/person.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatDay, formatMoment } from '#web/ui/text/dates.ts'
import { useMarkWithdrawal } from './withdrawals.query.ts'

/** The columns of withdrawals from contracts, for admins. */
export const WITHDRAWAL_COLUMNS: Column<ContractWithdrawal, 'created_at'>[] = [
  {
    header: 'Order',
    slot: 'note',
    cell: ({ order, orderId }) =>
      orderId ? (
        <Link to={`/dashboard/order/${orderId}`} className="link">
          {order}
        </Link>
      ) : (
        order
      ),
  },
  {
    header: 'Received',
    slot: 'meta',
    sort: 'created_at',
    cell: ({ created_at }) => <time dateTime={new Date(created_at).toISOString()}>{formatMoment(created_at)}</time>,
  },
  { header: 'Name', slot: 'title', cell: (withdrawal) => <Buyer withdrawal={withdrawal} /> },
  { header: 'Bought', slot: 'detail', cell: (withdrawal) => <Seats withdrawal={withdrawal} /> },
  { header: 'Action', end: true, slot: 'action', cell: (withdrawal) => <Mark withdrawal={withdrawal} /> },
]

function Buyer({ withdrawal: { name, email, text } }: { withdrawal: ContractWithdrawal }) {
  return (
    <Person name={name} email={email}>
      {text && <p className="wrap-anywhere whitespace-pre-line text-sm">{text}</p>}
    </Person>
  )
}

const RIGHTS: Record<WithdrawalRight, string> = {
  open: `valid: within ${WITHDRAWAL_DAYS} days, without dates`,
  expired: `not valid: after more than ${WITHDRAWAL_DAYS} days`,
  dated: 'not valid: on a date; its terms of cancelling apply',
  spent: 'not valid: it is spent, or a part of it',
}

function Seats({ withdrawal: { orderId, seats } }: { withdrawal: ContractWithdrawal }) {
  if (orderId === null) return <p className="max-w-72 text-soft">No order of this number belongs to this address.</p>
  return (
    <ul className="grid max-w-72 gap-2">
      {seats.map(({ paymentId, className, right, refunded }) => (
        <li key={paymentId ?? orderId}>
          <Link
            to={paymentId ? `/dashboard/receipt/${paymentId}` : `/dashboard/order/${orderId}`}
            className="link wrap-anywhere"
          >
            {className}
          </Link>
          <p className="text-sm text-soft">{refunded ? 'refunded' : RIGHTS[right]}</p>
        </li>
      ))}
    </ul>
  )
}

function Mark({ withdrawal }: { withdrawal: ContractWithdrawal }) {
  const { mutateAsync, isPending } = useMarkWithdrawal()
  const mark = (control: Element) => void keepRowFocus(control, () => mutateAsync(withdrawal))
  return (
    <>
      {withdrawal.done_at !== null && <p className="mb-2 text-sm text-soft">Done {formatDay(withdrawal.done_at)}</p>}
      <Button
        look="outline"
        className="whitespace-nowrap"
        busy={isPending}
        onClick={({ currentTarget }) => mark(currentTarget)}
      >
        {withdrawal.done_at === null ? 'Mark as done' : 'Reopen'}
        <About>{`order ${withdrawal.order} of ${withdrawal.name}`}</About>
      </Button>
    </>
  )
}
