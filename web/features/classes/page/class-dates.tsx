import type { SchoolClass } from '#contract/classes.ts'
import { SelectButton } from '#web/features/cart/select-button.tsx'
import { describeSeats } from '#web/features/classes/describe-seats.ts'
import { toElementId } from '#web/features/classes/use-return-to-class.ts'
import { Price } from '#web/school/price.tsx'

/**
 * What a student can select: seats, price and the Select button. Price and button stay at the lower edge of a phone. Dates will be
 * listed here.
 */
export function ClassDates({ schoolClass }: { schoolClass: SchoolClass }) {
  const { _id, seats, price } = schoolClass
  return (
    <div id={toElementId(_id)}>
      <p className={`edge-print ${seats === 0 ? 'text-error-ink' : ''}`}>{describeSeats(schoolClass)}</p>
      <div className="class-buy">
        <p className="font-display text-4xl">
          <span className="sr-only">Price </span>
          <Price amount={price} />
        </p>
        <div className="min-w-36 lg:mt-4">
          <SelectButton schoolClass={schoolClass} look="primary" />
        </div>
      </div>
    </div>
  )
}
