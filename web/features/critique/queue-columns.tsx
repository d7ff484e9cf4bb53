import { Link } from 'react-router'
import type { QueuedSubmission } from '#contract/critique.ts'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatWait } from './format-wait.ts'

const STATES: Record<QueuedSubmission['state'], string> = { open: 'No critique yet', released: 'New version' }

const STUDENT: Column<QueuedSubmission, 'created_at'> = {
  header: 'Student',
  slot: 'title',
  cell: ({ _id, student: { name } }) => (
    <Link to={`/dashboard/submission/${_id}`} className="link row-link wrap-anywhere">
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
  {
    header: 'Waiting',
    end: true,
    slot: 'end',
    cell: ({ waiting_since, overdue }) => (
      <>
        {formatWait(Date.now() - waiting_since)}
        {overdue && <span className="block text-sm">Longer than planned</span>}
      </>
    ),
  },
]
