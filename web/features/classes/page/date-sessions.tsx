import type { OfferedClass } from '#contract/class-pages.ts'
import type { Run, Session } from '#contract/runs.ts'
import { formatCount } from '#contract/values/count.ts'
import { type ClockTimes, describeZone, formatSession } from '#contract/values/session-times.ts'
import { useToday } from '#web/school/school.ts'
import { describeLight } from './describe-date.ts'

/** Sessions that are shown at once. The others unfold, also without JavaScript. */
const SHOWN_COUNT = 3

interface DateSessionsProps {
  run: Run
  light: OfferedClass['light']
}

/** The sessions of a run in its time zone. One that would fold a single session shows that instead. */
export function DateSessions({ run, light }: DateSessionsProps) {
  const { sessions, time_zone } = run
  if (sessions.length === 0) return <p className="font-display text-xl">No fixed dates</p>
  const shown = sessions.length === SHOWN_COUNT + 1 ? sessions : sessions.slice(0, SHOWN_COUNT)
  const folded = sessions.slice(shown.length)
  const list = (part: Session[]) =>
    part.map((session) => <SessionItem key={session._id} {...{ session, run, light }} />)
  return (
    <>
      <ul className="grid gap-2">{list(shown)}</ul>
      {folded.length > 0 && (
        <details>
          <summary className="link w-fit py-1">and {formatCount(folded.length, 'more session')}</summary>
          <ul className="grid gap-2 pt-2">{list(folded)}</ul>
        </details>
      )}
      <p className="text-sm text-soft">Time zone: {describeZone(time_zone)}</p>
    </>
  )
}

function SessionItem({ session, run, light }: DateSessionsProps & { session: Session }) {
  const today = useToday()
  const { _id, starts_at, rain_starts, rain_ends } = session
  const format = (times: ClockTimes) => formatSession(times, run.time_zone, { now: today, withZone: false })
  const isRainy = rain_starts !== null && rain_ends !== null
  return (
    <li>
      <time dateTime={new Date(starts_at).toISOString()} className="font-display text-xl">
        {format(session)}
      </time>
      {isRainy && <p className="text-sm text-soft">If it rains: {format({ starts: rain_starts, ends: rain_ends })}</p>}
      {light[_id] && <p className="text-sm text-soft">{describeLight(light[_id])}</p>}
    </li>
  )
}
