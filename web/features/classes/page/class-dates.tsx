import type { OfferedClass } from '#contract/class-pages.ts'
import type { SchoolClass } from '#contract/classes.ts'
import type { Run, Session } from '#contract/runs.ts'
import { toClassPath } from '#contract/slug.ts'
import type { QuotedStep } from '#contract/terms.ts'
import { formatCount } from '#contract/values/count.ts'
import { type ClockTimes, describeRun, describeZone, formatSession } from '#contract/values/session-times.ts'
import { RunPlace } from '#web/features/calendar/run-place.tsx'
import { SelectButton } from '#web/features/cart/select-button.tsx'
import { describeFreeSeats, toSeatsLook } from '#web/features/classes/card/describe-seats.ts'
import { toElementId } from '#web/features/classes/card/use-return-to-class.ts'
import { QuotedTerms } from '#web/features/terms/terms-in-words.tsx'
import { Price } from '#web/school/price.tsx'
import { useSchool, useToday } from '#web/school/school.ts'
import { About } from '#web/ui/button.tsx'
import { DATES_ID, SeatsField } from './class-buy.tsx'
import { describeLastMoment, describeLight, describeMinimum } from './describe-date.ts'

/** The dates of a class, each with its own Select button if there are several. A single open run has nothing to list. */
export function ClassDates({ page: { schoolClass, light, canceled, terms } }: { page: OfferedClass }) {
  const { runs, className } = schoolClass
  const dated = runs.filter(({ sessions }) => sessions.length > 0)
  if (dated.length === 0 && runs.length < 2) return canceled.length > 0 && <CanceledDates runs={canceled} />
  const [zone, ...otherZones] = new Set(dated.map(({ time_zone }) => describeZone(time_zone)))
  const isOneZone = otherZones.length === 0
  const [first, ...others] = runs
  const isOnePlace = others.length > 0 && new Set(runs.map(toPlaceKey)).size === 1
  const offered = runs.find(({ seats }) => seats > 0)
  return (
    <section id={DATES_ID} aria-labelledby="dates-title">
      <div className="class-dates-head">
        <h2 id="dates-title" className="font-display text-2xl sm:text-3xl">
          {runs.length === 1 ? 'Date' : 'Dates'}
        </h2>
        <a href={`${toClassPath(schoolClass)}.ics`} className="link py-2 text-sm">
          Add to calendar
          <About>{className}</About>
        </a>
        {isOnePlace && first && <RunPlace run={first} />}
        {isOneZone && zone && <TimeZone name={zone} />}
      </div>
      <ul>
        {runs.map((run) => (
          <ClassDate
            key={run._id}
            {...{ schoolClass, run, light, isOneZone, isOnePlace }}
            quotes={terms.runs[run._id]}
            isFirst={run === offered}
          />
        ))}
      </ul>
      {canceled.length > 0 && <CanceledDates runs={canceled} />}
    </section>
  )
}

const toPlaceKey = ({ place, online }: Run) => JSON.stringify([place, online])

function CanceledDates({ runs }: { runs: Run[] }) {
  const today = useToday()
  return (
    <ul className="mt-4 text-soft">
      {runs.map((run) => (
        <li key={run._id}>Canceled: {describeRun(run, { now: today })}</li>
      ))}
    </ul>
  )
}

interface ClassDateProps {
  schoolClass: SchoolClass
  run: Run
  light: OfferedClass['light']
  /** The zone of all dates is named above them. */
  isOneZone: boolean
  /** The place of all dates is named above them. */
  isOnePlace: boolean
  /** Refunds and their last moments; undefined where they do not depend on the date. */
  quotes: QuotedStep[] | undefined
  /** The first date with a free seat, whose Select is the main button. */
  isFirst: boolean
}

/** One date of a class: its sessions, its place and its conditions. Among several it has price, seats and Select button as well. */
function ClassDate({ schoolClass, run, light, isOneZone, isOnePlace, quotes, isFirst }: ClassDateProps) {
  const isChoice = schoolClass.runs.length > 1
  return (
    <li id={isChoice ? toElementId(run._id) : undefined} className="class-date">
      <div className="grid min-w-0 content-start gap-2">
        <DateSessions run={run} />
        <Light run={run} light={light} />
        {!isOneZone && run.sessions.length > 0 && <TimeZone name={describeZone(run.time_zone)} />}
        {!isOnePlace && <RunPlace run={run} />}
        <Conditions run={run} />
        {quotes && (
          <details className="disclosure">
            <summary>If you cancel</summary>
            <QuotedTerms quotes={quotes} timeZone={run.time_zone} />
          </details>
        )}
      </div>
      {isChoice && (
        <div className="class-date-buy">
          <p className="class-price">
            <span className="sr-only">Price </span>
            <Price amount={run.price} />
          </p>
          <p className={`text-sm ${run.seats === 0 ? 'text-error-ink' : toSeatsLook(run.seats) || 'text-soft'}`}>
            {describeFreeSeats([run])}
          </p>
          <div className="class-select">
            <SeatsField offer={run} />
            <SelectButton schoolClass={schoolClass} run={run} look={isFirst ? 'primary' : undefined} />
          </div>
        </div>
      )}
    </li>
  )
}

function TimeZone({ name }: { name: string }) {
  return <p className="text-sm text-soft">Time zone: {name}</p>
}

/** The last moment to enroll, and the minimum of students. */
function Conditions({ run }: { run: Run }) {
  const today = useToday()
  const { timeZone: schoolZone } = useSchool()
  const conditions = [describeLastMoment(run, { today, schoolZone }), describeMinimum(run, today)]
  return conditions.map(
    (text) =>
      text && (
        <p key={text} className="text-sm text-soft">
          {text}
        </p>
      ),
  )
}

/** Sessions that are shown at once. The others unfold, also without JavaScript. */
const SHOWN_COUNT = 3

/** The sessions of a run in its time zone. One that would fold a single session shows that instead. */
function DateSessions({ run }: { run: Run }) {
  const { sessions } = run
  if (sessions.length === 0) return <p className="font-display text-xl">No fixed dates</p>
  const shown = sessions.length === SHOWN_COUNT + 1 ? sessions : sessions.slice(0, SHOWN_COUNT)
  const folded = sessions.slice(shown.length)
  const list = (part: Session[]) => part.map((session) => <SessionItem key={session._id} {...{ session, run }} />)
  return (
    <>
      <ul className="grid gap-1">{list(shown)}</ul>
      {folded.length > 0 && (
        <details className="disclosure">
          <summary>and {formatCount(folded.length, 'more session')}</summary>
          <ul className="mt-1 grid gap-1">{list(folded)}</ul>
        </details>
      )}
    </>
  )
}

function SessionItem({ session, run }: { session: Session; run: Run }) {
  const today = useToday()
  const { starts_at, rain_starts, rain_ends } = session
  const format = (times: ClockTimes) => formatSession(times, run.time_zone, { now: today, withZone: false })
  return (
    <li>
      <time dateTime={new Date(starts_at).toISOString()} className="font-display text-xl">
        {format(session)}
      </time>
      {rain_starts && rain_ends && (
        <p className="text-sm text-soft">If it rains: {format({ starts: rain_starts, ends: rain_ends })}</p>
      )}
    </li>
  )
}

/** The light of each session of a run, folded. Renders nothing where it is not known. */
function Light({ run: { sessions, time_zone }, light }: Pick<ClassDateProps, 'run' | 'light'>) {
  const today = useToday()
  const lit = sessions.flatMap((session) => {
    const sun = light[session._id]
    return sun ? [{ ...session, sun }] : []
  })
  if (lit.length === 0) return null
  return (
    <details className="disclosure text-sm">
      <summary>Light</summary>
      <ul className="grid gap-2 text-soft">
        {lit.map(({ sun, ...session }) => (
          <li key={session._id}>
            {sessions.length > 1 && (
              <p className="text-base-content">{formatSession(session, time_zone, { now: today, withZone: false })}</p>
            )}
            <p>{describeLight(sun)}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
