import type { Credit, CreditEntry } from '#contract/credit.ts'
import { Price } from '#web/school/price.tsx'
import { type Column, Table } from '#web/ui/lists/table.tsx'
import { Empty } from '#web/ui/states.tsx'
import { formatDay } from '#web/ui/text/dates.ts'

/** The credit of a student, and how it came about. */
export function CreditView({ credit: { balance, reserved, entries } }: { credit: Credit }) {
  return (
    <>
      <p className="mb-2 font-display text-3xl">
        <Price amount={balance} />
      </p>
      <p className="mb-8 max-w-prose text-soft">
        You can use it when you pay for a class.
        {reserved > 0 && (
          <>
            {' '}
            <Price amount={reserved} /> more is reserved for a payment that you have begun.
          </>
        )}
      </p>
      {entries.length > 0 ? (
        <Table caption="Credit" columns={COLUMNS} rows={entries} rowKey={({ _id }) => _id} />
      ) : (
        <Empty sentence="You have had no credit yet." />
      )}
    </>
  )
}

const KINDS: Record<CreditEntry['kind'], string> = {
  granted: 'From us',
  returned: 'Given back',
  voucher: 'Gift voucher',
  spent: 'Spent',
  forgone: 'Given up',
}

const COLUMNS: Column<CreditEntry>[] = [
  { header: 'Date', slot: 'meta', cell: ({ created_at }) => <p className="min-w-20">{formatDay(created_at)}</p> },
  { header: 'What', slot: 'note', cell: ({ kind }) => KINDS[kind] },
  { header: 'For', slot: 'title', cell: ({ text }) => <p className="wrap-anywhere">{text}</p> },
  { header: 'Amount', end: true, slot: 'end', cell: ({ amount }) => <Signed amount={amount} /> },
]

function Signed({ amount }: { amount: number }) {
  return (
    <>
      {amount < 0 ? '−' : '+'}
      <Price amount={Math.abs(amount)} />
    </>
  )
}
