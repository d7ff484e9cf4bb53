import { Link } from 'react-router'
import type { BriefSubmission, QueuedSubmission } from '#contract/critique.ts'
import { formatCount } from '#contract/values/count.ts'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'

const STATES: Record<QueuedSubmission['state'], string> = { open: 'No critique yet', released: 'New version' }

const student: Column<QueuedSubmission, 'created_at'> = {
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
  student,
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

/** The columns of all submissions for a brief. */
export const SUBMISSION_COLUMNS: Column<BriefSubmission, 'created_at'>[] = [
  student as Column<BriefSubmission, 'created_at'>,
  { header: 'Pictures', end: true, slot: 'meta', unit: 'pictures', cell: ({ pictures }) => pictures },
  { header: 'State', slot: 'status', cell: ({ state }) => (state === 'released' ? 'Released' : 'Open') },
  {
    header: 'Waiting since',
    slot: 'detail',
    cell: ({ waiting_since }) => (waiting_since === null ? 'Nothing waits' : formatMoment(waiting_since)),
  },
]

const HOUR_MS = 3_600_000

/** Returns a wait in words: `3 days`, `5 hours`. */
export function describeWait(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS)
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day')
}
