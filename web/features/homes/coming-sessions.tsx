import { Link } from 'react-router'
import type { ComingSession } from '#contract/figures.ts'
import { formatCount } from '#contract/values/count.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { type ClockTimes, formatSession } from '#contract/values/session-times.ts'

/** The sessions of the school today and tomorrow. */
export function ComingSessions({ sessions }: { sessions: ComingSession[] }) {
  return <SessionList title="Today and tomorrow" sessions={sessions.map(toListed)} />
}

function toListed({
  _id,
  classId,
  className,
  time_zone,
  instructorName,
  enroll,
  place,
  online,
  ...times
}: ComingSession) {
  const where = online ? 'online' : place
  const details = joinParts([instructorName, formatCount(enroll, 'student'), where])
  return { key: _id, times, time_zone, details, className, to: `/dashboard/class-students/${classId}` }
}

interface SessionListProps {
  title: string
  sessions: {
    key: string
    times: ClockTimes
    time_zone: string | null
    /** People and place. */
    details: string
    className: string
    to: string
  }[]
}

/** Sessions in order: time, then the class as a link, and details. */
export function SessionList({ title, sessions }: SessionListProps) {
  return (
    <section aria-labelledby="coming-title" className="mt-10">
      <h2 id="coming-title" className="font-display text-2xl">
        {title}
      </h2>
      {sessions.length === 0 && <p className="mt-4 text-soft">No sessions.</p>}
      <ul className="record-list">
        {sessions.map(({ key, times, time_zone, details, className, to }) => (
          <li key={key} className="coming-session">
            <p>{formatSession(times, time_zone)}</p>
            <div className="wrap-anywhere min-w-0">
              <Link className="link" to={to}>
                {className}
              </Link>
              <p className="mt-1 text-sm text-soft">{details}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
