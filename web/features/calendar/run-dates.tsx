import type { Run, Session } from '#contract/runs.ts'
import { toSlug } from '#contract/slug.ts'
import { describeRun, describeZone, formatSession } from '#contract/values/session-times.ts'
import { api, call } from '#web/api.ts'
import { About } from '#web/ui/button.tsx'
import { saveAsFile } from '#web/ui/lists/save-as-file.ts'
import { Fact } from '#web/ui/text/fact.tsx'
import { useAction } from '#web/use-action.ts'
import { RunPlace } from './run-place.tsx'

interface RunDatesProps {
  run: Run
  className: string
}

const isToCome = ({ sessions, canceled_at }: Run) =>
  canceled_at === undefined && sessions.some((session) => !hasEnded(session))

/**
 * Dates and place of a student's run, without its zone where that is named elsewhere, and its calendar file until it is over. An open run
 * has no dates.
 */
export function RunDates({ run, className, withZone = true }: RunDatesProps & { withZone?: boolean }) {
  const dates = describeRun(run, { withZone })
  return (
    <div className="space-y-1">
      {run.canceled_at !== undefined && <p className="text-error-ink">Canceled</p>}
      {dates !== null && (
        <div className="flex flex-wrap items-baseline gap-x-4 text-soft [&>button]:-my-1">
          <p>{dates}</p>
          {isToCome(run) && <CalendarFile runId={run._id} className={className} />}
        </div>
      )}
      <RunPlace run={run} />
    </div>
  )
}

interface TitleInZoneProps {
  id: string
  title: string
  /** The zone of all dates below; null where each has its own, or none. */
  zone: string | null
}

/** The title of a list of dates, beside which their zone is named once. */
export function TitleInZone({ id, title, zone }: TitleInZoneProps) {
  return (
    <div className="section-head">
      <h2 id={id} className="font-display text-2xl">
        {title}
      </h2>
      {zone !== null && <p className="text-sm text-soft">Time zone: {describeZone(zone)}</p>}
    </div>
  )
}

/** All sessions of a student's run with its calendar file, and its place, as parts of a definition list. */
export function RunFacts({ run, className }: RunDatesProps) {
  const { sessions, place, online } = run
  return (
    <>
      {sessions.length > 0 && (
        <Fact term="When">
          <Sessions run={run} className={className} />
        </Fact>
      )}
      {sessions.length === 0 && run.canceled_at !== undefined && (
        <Fact term="When">
          <p className="text-error-ink">Canceled</p>
        </Fact>
      )}
      {(online || place !== null) && (
        <Fact term="Where">
          <RunPlace run={run} />
        </Fact>
      )}
    </>
  )
}

function Sessions({ run, className }: RunDatesProps) {
  const { _id, sessions, time_zone: zone, canceled_at: canceledAt } = run
  return (
    <>
      {canceledAt !== undefined && <p className="text-error-ink">Canceled</p>}
      <ol className="grid gap-1">
        {sortOverLast(sessions).map((session) => (
          <SessionItem key={session._id} session={session} />
        ))}
      </ol>
      <p className="text-soft">Time zone: {describeZone(zone)}</p>
      {isToCome(run) && <CalendarFile runId={_id} className={className} />}
    </>
  )
}

const hasEnded = ({ ends_at }: Session) => ends_at <= Date.now()

/** The present one is first. */
const sortOverLast = (sessions: readonly Session[]) =>
  sessions.toSorted((one, other) => Number(hasEnded(one)) - Number(hasEnded(other)))

function SessionItem({ session }: { session: Session }) {
  const { starts_at: startsAt, rain_starts: starts, rain_ends: ends } = session
  const isOver = hasEnded(session)
  return (
    <li className={isOver ? 'text-sm text-soft' : ''}>
      <time dateTime={new Date(startsAt).toISOString()}>{formatSession(session, null, { withZone: false })}</time>
      {isOver && ' (over)'}
      {starts !== null && ends !== null && !isOver && (
        <p className="text-soft">If it rains: {formatSession({ starts, ends }, null, { withZone: false })}</p>
      )}
    </li>
  )
}

/** Saves the sessions of a run as a file for calendar programs. */
export function CalendarFile({ runId, className }: { runId: string; className: string }) {
  const { mutate, isPending } = useAction(() => call(api.getRunCalendar, { params: { id: runId } }), {
    done: (text) => saveAsFile(text, `${toSlug(className) || 'class'}.ics`, 'text/calendar'),
  })
  return (
    <button
      type="button"
      className="link py-1 text-base-content"
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
    >
      Add to calendar
      <About>{className}</About>
    </button>
  )
}
