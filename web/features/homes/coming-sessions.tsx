import { Link } from 'react-router'
import type { ComingSession } from '#contract/figures.ts'
import { formatCount } from '#contract/values/count.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { type ClockTimes, describeZone, findSharedZone } from '#contract/values/session-times.ts'
import { TitleInZone } from '#web/features/calendar/run-dates.tsx'
import { describeDays } from './next-session.ts'
import { StepPicture } from './step-list.tsx'

/** The sessions of the school today and tomorrow. */
export function ComingSessions({ sessions }: { sessions: ComingSession[] }) {
  return <SessionList title="Today and tomorrow" sessions={sessions.map(toListed)} />
}

function toListed({
  _id,
  classId,
  className,
  classImage: image,
  focus,
  time_zone,
  instructorName,
  enroll,
  place,
  online,
  ...times
}: ComingSession) {
  const where = online ? 'online' : place
  const details = joinParts([instructorName, formatCount(enroll, 'student'), where])
  const run = { time_zone, sessions: [times] }
  return { key: _id, run, details, className, image, focus, to: `/dashboard/class-students/${classId}` }
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
