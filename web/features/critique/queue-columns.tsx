import { Link } from 'react-router'
import type { QueuedSubmission } from '#contract/critique.ts'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatWait, isLongWait } from './format-wait.ts'

const PICTURE: Column<QueuedSubmission, 'created_at'> = {
  header: 'Picture',
  slot: 'image',
  cell: ({ file }) => (
    <span className="picture waiting-picture">
      {file && (
        <img
          src={`${file}/480`}
          srcSet={`${file}/480 480w, ${file}/960 960w`}
          sizes="(width >= 64rem) 36rem, (width >= 34rem) 50vw, 100vw"
          alt=""
          loading="lazy"
        />
      )}
    </span>
  ),
}

const STUDENT: Column<QueuedSubmission, 'created_at'> = {
  header: 'Student',
  slot: 'title',
  cell: ({ _id, student: { name } }) => (
    <Link to={`/dashboard/submission/${_id}`} className="link row-link wrap-anywhere">
      {name}
    </Link>
  ),
}

/** The columns of the submissions that wait for critique. Only those that wait again say so. */
export const QUEUE_COLUMNS: Column<QueuedSubmission, 'created_at'>[] = [
  PICTURE,
  STUDENT,
  {
    header: 'Brief',
    slot: 'detail',
    cell: ({ title, state }) => (
      <>
        <p className="wrap-anywhere text-soft">{title}</p>
        {state === 'released' && <p>New version</p>}
      </>
    ),
  },
  {
    header: 'Waiting',
    end: true,
    slot: 'end',
    cell: ({ waiting_since, overdue }) => {
      const waiting = Date.now() - waiting_since
      return (
        <span className={`text-sm ${isLongWait(waiting) ? 'text-warning' : ''}`}>
          {formatWait(waiting)}
          {overdue && <span className="block">Longer than planned</span>}
        </span>
      )
    },
  },
]
