import type { SchoolClass } from '#contract/classes.ts'
import { findNextDate } from '#contract/next-date.ts'
import { formatCount } from '#contract/values/count.ts'
import { MAX_PARTY } from '#contract/values/limits.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { SelectButton } from '#web/features/cart/select-button.tsx'
import { ClassPrice } from '#web/features/classes/card/class-price.tsx'
import { toElementId } from '#web/features/classes/card/use-return-to-class.ts'
import { useToday } from '#web/school/school.ts'
import { describeSeats } from './describe-date.ts'

/** The id of the list of dates. */
export const DATES_ID = 'dates'

/** The next date of a class, its seats, and its price with the Select button. These stay at the lower edge of a phone. */
export function ClassBuy({ schoolClass }: { schoolClass: SchoolClass }) {
  const { runs, seats } = schoolClass
  // On a screen, the dates are beside it, with price and seats where there are several.
  const repeated = runs.length > 1 ? 'lg:hidden' : ''
  return (
    <>
      <NextDate schoolClass={schoolClass} />
      <p className={`edge-print ${repeated} ${seats === 0 ? 'text-error-ink' : ''}`}>{describeSeats(runs)}</p>
      <div className={`class-buy ${repeated}`}>
        <p className="class-price">
          <span className="sr-only">Price </span>
          <ClassPrice schoolClass={schoolClass} />
        </p>
        <SelectOrChoose schoolClass={schoolClass} />
      </div>
    </>
  )
}

/** Several dates have a Select button each. The bar leads to them, so that no student selects a date without having seen it. */
function SelectOrChoose({ schoolClass }: { schoolClass: SchoolClass }) {
  const [run, ...others] = schoolClass.runs
  if (others.length > 0)
    return (
      <a href={`#${DATES_ID}`} className="btn btn-primary">
        Choose a date
      </a>
    )
  return (
    <div id={toElementId((run ?? schoolClass)._id)} className="class-select">
      <SeatsField offer={run ?? schoolClass} />
      <SelectButton schoolClass={schoolClass} run={run} look="primary" />
    </div>
  )
}

/** Number of seats to select. The code of the Select button reads it by its id. */
export function SeatsField({ offer: { _id, seats } }: { offer: Pick<SchoolClass, '_id' | 'seats'> }) {
  if (seats < 2) return null
  return (
    <select id={`seats-${_id}`} aria-label="Seats" className="select">
      {Array.from({ length: Math.min(MAX_PARTY, seats) }, (_, index) => index + 1).map((count) => (
        <option key={count} value={count}>
          {formatCount(count, 'seat')}
        </option>
      ))}
    </select>
  )
}

/** Renders nothing for a class without dates. */
function NextDate({ schoolClass: { runs } }: { schoolClass: SchoolClass }) {
  const today = useToday()
  const next = findNextDate(runs, today)
  if (next === null) return null
  const { run, startsAt, starts, others } = next
  return (
    <p className="lg:hidden">
      <span className="edge-print block text-soft">Next date</span>
      <time dateTime={new Date(startsAt).toISOString()} className="text-xl">
        {formatClockTime(starts, run.time_zone, { now: today, withZone: false })}
      </time>
      {others > 0 && ` and ${others} more`}
    </p>
  )
}
