import { Link } from 'react-router'
import type { ComingSession } from '#contract/figures.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatSession } from '#contract/values/session-times.ts'

/** The sessions of the school today and tomorrow. */
export function ComingSessions({ sessions }: { sessions: ComingSession[] }) {
  return (
    <section aria-labelledby="coming-title" className="mt-10">
      <h2 id="coming-title" className="font-display text-2xl">
        Today and tomorrow
      </h2>
      {sessions.length === 0 && <p className="mt-4 text-soft">No sessions.</p>}
      <ul className="record-list">
        {sessions.map((session) => (
          <li key={session._id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <div className="wrap-anywhere min-w-0">
              <p>{formatSession(session, session.time_zone)}</p>
              <p className="text-sm text-soft">{toDetails(session)}</p>
            </div>
            <Link className="link py-1" to={`/dashboard/class-students/${session.classId}`}>
              {session.className}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toDetails({ instructorName, enroll, place, online }: ComingSession): string {
  const where = online ? 'online' : place
  return [instructorName, formatCount(enroll, 'student'), where].filter(Boolean).join(', ')
}
