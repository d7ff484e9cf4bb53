import { Link } from 'react-router'
import type { ComingSession } from '#contract/figures.ts'
import { formatCount } from '#contract/values/count.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { describeDays, type SessionDays } from './next-session.ts'

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
  const when = describeDays([times], time_zone)
  return { key: _id, when, details, className, to: `/dashboard/class-students/${classId}` }
}

interface SessionListProps {
  title: string
  sessions: {
    key: string
    when: SessionDays[]
    /** People and place. */
    details: string
    className: string
    to: string
  }[]
}

/** Sessions in order: the class as a link, details, and the time. The row is the link. */
export function SessionList({ title, sessions }: SessionListProps) {
  return (
    <section aria-labelledby="coming-title" className="mt-12">
      <h2 id="coming-title" className="font-display text-2xl">
        {title}
      </h2>
      {sessions.length === 0 && <p className="mt-4 text-soft">No sessions.</p>}
      <ul className="record-list">
        {sessions.map(({ key, when, details, className, to }) => (
          <li key={key} className="coming-session linked-row">
            <div className="wrap-anywhere min-w-0">
              <Link className="font-display text-lg" to={to}>
                {className}
              </Link>
              <p className="text-sm text-soft">{details}</p>
            </div>
            <div>
              {when.map(({ days, clocks }) => (
                <p key={clocks}>
                  {days}
                  <span className="block text-sm text-soft">{clocks}</span>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
