import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { EnrolledClass } from '#contract/enrolments.ts'
import type { Run, Session } from '#contract/runs.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { formatSession } from '#contract/values/session-times.ts'
import { api, call } from '#web/api.ts'
import { CalendarFile } from '#web/features/calendar/run-dates.tsx'
import { RunPlace } from '#web/features/calendar/run-place.tsx'
import { useEnrolledClasses } from '#web/features/enrolments/enrolled-classes.query.ts'
import { describeMinimum, describeTaken } from '#web/features/runs/describe-run.ts'
import { browserZone } from '#web/features/runs/editor/browser-zone.ts'
import { useOwnRuns } from '#web/features/runs/runs.query.ts'
import { queryKeys } from '#web/queries.ts'
import { About, ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { formatDay } from '#web/ui/text/dates.ts'
import { SessionList } from './coming-sessions.tsx'
import { type NextSession as Coming, listComing, nameNext } from './next-session.ts'

/** The most classes with sessions after the next one; My Enrolled Classes has all. */
const MAX_CLASSES = 5

/** The student's next session, and those that follow. Renders nothing without one. */
export function StudentSessions() {
  const { data: classes } = useEnrolledClasses()
  const [next, ...following] = listComing(classes ?? [])
  if (!next) return null
  const { _id, className, classImage, run } = next.entry
  return (
    <>
      <SessionOf session={next.session} run={run} to={`/dashboard/class/${_id}`} {...{ className, classImage }}>
        <p className="next-actions">
          <ButtonLink look="outline" to={`/dashboard/class/${_id}`}>
            Play Class
            <About>{className}</About>
          </ButtonLink>
          <CalendarFile runId={run._id} className={className} />
        </p>
      </SessionOf>
      {following.length > 0 && (
        <SessionList title="Upcoming sessions" sessions={groupByClass(following).slice(0, MAX_CLASSES).map(toListed)} />
      )}
    </>
  )
}

/** A class is named once, with the days of all its sessions. */
function groupByClass(coming: Coming<EnrolledClass>[]) {
  return [...Map.groupBy(coming, ({ entry }) => entry)]
}

function toListed([{ _id, className, classImage: image, instructorName, run }, coming]: [
  EnrolledClass,
  Coming<EnrolledClass>[],
]) {
  const where = run.online ? 'online' : run.place?.name
  const sessions = coming.map(({ session }) => session)
  const details = joinParts([instructorName, where])
  return {
    key: run._id,
    run: { time_zone: run.time_zone, sessions },
    details,
    className,
    image,
    to: `/dashboard/class/${_id}`,
  }
}

/** The instructor's next session, with how many come. Renders nothing without one. */
export function NextTaughtSession() {
  const { data: classes } = useOwnRuns()
  const [next] = listComing((classes ?? []).flatMap(({ runs, ...own }) => runs.map((run) => ({ run, ...own }))))
  if (!next) return null
  const { _id, className, classImage, run } = next.entry
  const roster = `/dashboard/class-students/${_id}`
  return (
    <SessionOf session={next.session} run={run} to={`/dashboard/dates/${_id}`} {...{ className, classImage }}>
      <p>{describeTaken(run)}</p>
      <p className="text-soft">{describeMinimum(run)?.text}</p>
      <p className="next-actions">
        <ButtonLink look={isToday(next.session) ? 'primary' : 'outline'} to={`${roster}#attendance-title`}>
          Attendance
        </ButtonLink>
        <Link to={roster} className="link py-1">
          Students
        </Link>
      </p>
    </SessionOf>
  )
}

/** Returns whether a session is on the present day, or has begun. */
function isToday({ starts_at: startsAt }: Session): boolean {
  return startsAt <= Date.now() || formatDay(startsAt) === formatDay(Date.now())
}

interface SessionProps {
  session: Session
  run: Run
  className: string
  classImage: string
  /** The page of the class. */
  to: string
  children?: ReactNode
}

/** A session: image, class, time and place. */
function SessionOf({ session, run, className, classImage, to, children }: SessionProps) {
  const ownTime = useOwnTime(session, run)
  return (
    <section aria-labelledby="next-session-title" className="next-session">
      <Picture
        src={classImage}
        alt=""
        sizes="(min-width: 64rem) 55vw, (min-width: 48rem) 60vw, 100vw"
        priority
        className="next-picture"
      />
      <div className="next-words">
        <h2 id="next-session-title" className="edge-print">
          {nameNext(session)}
        </h2>
        <p className="wrap-anywhere font-display text-3xl @min-[52rem]:text-4xl">
          <Link to={to} className="hover:underline">
            {className}
          </Link>
        </p>
        <p className="text-lg">
          <time dateTime={new Date(session.starts_at).toISOString()}>{formatSession(session, run.time_zone)}</time>
        </p>
        {ownTime && <p className="text-sm text-soft">Your time: {ownTime}</p>}
        <RunPlace run={run} />
        {children}
      </div>
    </section>
  )
}

/** Returns the session in the zone of the browser; null where clocks there show the same, and until it is known. */
function useOwnTime({ starts, ends, starts_at, ends_at }: Session, { time_zone: runZone }: Run): string | null {
  const time_zone = browserZone()
  const { data } = useQuery({
    queryKey: [...queryKeys.ownTimes, time_zone, starts_at, ends_at],
    queryFn: () => call(api.getOwnTimes, { query: { time_zone, starts_at, ends_at } }),
    enabled: time_zone !== runZone,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data || (data.starts === starts && data.ends === ends)) return null
  return formatSession(data, time_zone)
}
