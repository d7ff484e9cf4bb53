import type { SchoolClass } from '#contract/classes.ts'
import { formatCount } from '#contract/values/count.ts'
import { MAX_PARTY } from '#contract/values/limits.ts'
import { SelectButton } from '#web/features/cart/select-button.tsx'
import { ClassPrice } from '#web/features/classes/card/class-price.tsx'
import { toSeatsLook } from '#web/features/classes/card/describe-seats.ts'
import { toElementId } from '#web/features/classes/card/use-return-to-class.ts'
import { describeSeats } from './describe-date.ts'

/** The id of the list of dates. */
export const DATES_ID = 'dates'

/** The price of a class with its Select button, which stay at the lower edge of a phone, and its seats. */
export function ClassBuy({ schoolClass }: { schoolClass: SchoolClass }) {
  const { runs, seats } = schoolClass
  // Several dates have price and seats each.
  const isChoice = runs.length > 1
  return (
    <>
      {!isChoice && (
        <p className={`edge-print ${seats === 0 ? 'text-error-ink' : toSeatsLook(seats)}`}>{describeSeats(runs)}</p>
      )}
      <div className={`class-buy ${isChoice ? 'class-choice' : ''}`}>
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
