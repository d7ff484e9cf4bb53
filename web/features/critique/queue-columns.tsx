import { Link } from 'react-router'
import type { QueuedSubmission } from '#contract/critique.ts'
import { formatCount } from '#contract/values/count.ts'
import type { Column } from '#web/ui/lists/table.tsx'

const STATES: Record<QueuedSubmission['state'], string> = { open: 'No critique yet', released: 'New version' }

const STUDENT: Column<QueuedSubmission, 'created_at'> = {
  header: 'Student',
  slot: 'title',
  cell: ({ _id, student: { name } }) => (
    <Link to={`/dashboard/submission/${_id}`} className="link wrap-anywhere">
      {name}
    </Link>
  ),
}

/** The columns of the submissions that wait for critique. */
export const QUEUE_COLUMNS: Column<QueuedSubmission, 'created_at'>[] = [
  STUDENT,
  {
    header: 'Brief',
    slot: 'detail',
    cell: ({ title, className }) => (
      <p className="wrap-anywhere">
        {title} <span className="text-sm text-soft">{className}</span>
      </p>
    ),
  },
  { header: 'State', slot: 'status', cell: ({ state }) => STATES[state] },
  { header: 'Waiting', end: true, slot: 'end', cell: ({ waiting_since }) => describeWait(Date.now() - waiting_since) },
]

const HOUR_MS = 3_600_000

/** Returns a wait in words: `3 days`, `5 hours`. */
export function describeWait(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS)
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day')
}
