import { Link } from 'react-router'
import type { AdminFigures, ComingSession } from '#contract/figures.ts'
import { formatCount } from '#contract/values/count.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { type ClockTimes, describeZone, findSharedZone } from '#contract/values/session-times.ts'
import { TitleInZone } from '#web/features/calendar/run-dates.tsx'
import { describeDays } from './next-session.ts'
import { StepPicture } from './step-list.tsx'

/** The sessions of the school today and tomorrow, but for the next one, which stands above. Renders nothing where that is the only one. */
export function ComingSessions({ sessions, next }: Pick<AdminFigures, 'sessions' | 'next'>) {
  const others = sessions.filter(({ _id }) => _id !== next?._id)
  if (next && others.length === 0) return null
  return <SessionList title="Today and tomorrow" sessions={others.map(toListed)} />
}

function toListed(session: ComingSession) {
  const { _id: key, classId, className, classImage: image, focus, time_zone, starts, ends } = session
  const run = { time_zone, sessions: [{ starts, ends }] }
  const to = `/dashboard/class-students/${classId}`
  return { key, run, details: describeSession(session), className, image, focus, to }
}

/** `Tomás Herrera, 3 students, Ferry Quay` */
export function describeSession({ instructorName, enroll, online, place }: ComingSession): string {
  return joinParts([instructorName, formatCount(enroll, 'student'), online ? 'online' : place])
}

interface SessionListProps {
  title: string
  sessions: {
    key: string
    run: { time_zone: string | null; sessions: ClockTimes[] }
    /** People and place. */
    details: string
    className: string
    image: string
    focus?: string
    to: string
  }[]
}

/** Sessions in order: the picture, the class as a link, details, and the time. The row is the link. */
export function SessionList({ title, sessions }: SessionListProps) {
  const zone = findSharedZone(sessions.map(({ run }) => run))
  return (
    <section aria-labelledby="coming-title" className="mt-12">
      <TitleInZone id="coming-title" title={title} zone={zone} />
      {sessions.length === 0 && <p className="mt-4 text-soft">No sessions.</p>}
      <ul className="record-list">
        {sessions.map(({ key, run, details, className, to, ...picture }) => (
          <li key={key} className="coming-session linked-row">
            <StepPicture {...picture} />
            <div className="wrap-anywhere min-w-0">
              <Link className="font-display text-lg" to={to}>
                {className}
              </Link>
              <p className="text-sm text-soft">{details}</p>
            </div>
            <div>
              {describeDays(run.sessions, zone === null ? describeZone(run.time_zone) : null).map(
                ({ days, clocks }) => (
                  <p key={clocks}>
                    {days}
                    <span className="block text-sm text-soft">{clocks}</span>
                  </p>
                ),
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
