import { Link } from 'react-router'
import type { ListedChoice } from '#contract/choices.ts'
import { formatMajor } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { Person } from '#web/ui/lists/person.tsx'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatDay } from '#web/ui/text/dates.ts'
import { formatDeadline } from '#web/ui/text/deadline.ts'

/** The columns of choices after cancellations, for admins. */
export const CHOICE_COLUMNS: Column<ListedChoice, 'created_at'>[] = [
  {
    header: 'Receipt',
    slot: 'note',
    cell: ({ paymentId, receipt }) => (
      <Link to={`/dashboard/receipt/${paymentId}`} className="link">
        {receipt}
      </Link>
    ),
  },
  {
    header: 'Canceled',
    slot: 'meta',
    sort: 'created_at',
    cell: ({ created_at }) => <time dateTime={new Date(created_at).toISOString()}>{formatDay(created_at)}</time>,
  },
  { header: 'Name', slot: 'title', cell: ({ name, email }) => <Person name={name} email={email} /> },
  { header: 'Class', slot: 'detail', cell: (choice) => <Canceled choice={choice} /> },
  { header: 'Amount', end: true, slot: 'end', cell: ({ amount, currency }) => formatMajor(amount, currency) },
  { header: 'Choice', slot: 'status', cell: (choice) => <Made choice={choice} /> },
]

function Canceled({ choice: { className, reason, ...start } }: { choice: ListedChoice }) {
  return (
    <div className="max-w-72">
      <p className="wrap-anywhere">{className}</p>
      <p className="text-sm text-soft">{reason === 'withdrawn' ? 'Withdrawn class' : describeStart(start)}</p>
    </div>
  )
}

function describeStart({ starts, time_zone }: Pick<ListedChoice, 'starts' | 'time_zone'>): string {
  return starts === null ? 'Without a fixed date' : formatClockTime(starts, time_zone)
}

const CHOICES = { date: 'Another date', credit: 'Credit', money: 'Money' } as const

function Made({ choice }: { choice: ListedChoice }) {
  const { chosen, other, chosen_at, is_expired, until, until_clock, time_zone } = choice
  if (chosen === null) return <p className="text-sm">Open until {formatDeadline(until_clock, time_zone)}</p>
  return (
    <div className="max-w-64">
      <p>{CHOICES[chosen]}</p>
      {other && <p className="text-sm text-soft">{describeStart(other)}</p>}
      <p className="text-sm text-soft">
        {is_expired ? 'No answer by ' : 'Chosen on '}
        {formatDay(is_expired ? until : (chosen_at ?? until))}
      </p>
    </div>
  )
}
