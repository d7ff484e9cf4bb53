import { useState } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { Price } from '#web/school/price.tsx'
import { useSchool } from '#web/school/school.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import { describeDate, describeNextStep, describeProblem } from './cart-problem.ts'
import { useAcceptPrice, useReplaceItem } from './mend-item.ts'

interface ItemProblemProps {
  item: CartItem
  /** Called with the id of the item that can be paid now: another one after a change of the date. */
  onMended: (id: string) => void
}

/** Why a selected class cannot be paid, and what helps. */
export function ItemProblem({ item, onMended }: ItemProblemProps) {
  return (
    <div className="grid gap-3">
      <ProblemText item={item} />
      <ProblemChoices item={item} onMended={onMended} />
    </div>
  )
}

export function ProblemText({ item }: { item: CartItem }) {
  return (
    <p>
      <span className="text-error-ink">
        {describeProblem(item)}
        {item.problem === 'dearer' && (
          <>
            {' '}
            It was <Price amount={item.selected_price} /> and is now <Price amount={item.price} />.
          </>
        )}
      </span>{' '}
      {describeNextStep(item)}
    </p>
  )
}

/** Offers what helps: another date, or the present price. */
export function ProblemChoices({ item, onMended }: ItemProblemProps) {
  return (
    <>
      {item.problem === 'dearer' && <AcceptPrice item={item} onMended={onMended} />}
      {item.dates.length > 0 && <OtherDates item={item} onMended={onMended} />}
    </>
  )
}

function AcceptPrice({ item, onMended }: ItemProblemProps) {
  const { mutate, isPending } = useAcceptPrice(item, onMended)
  return (
    <Button className="btn-sm justify-self-start" busy={isPending} onClick={() => mutate(undefined)}>
      Accept <Price amount={item.price} />
      <About>{`for ${item.className}`}</About>
    </Button>
  )
}

/** Replaces an item by another date of its class. */
export function OtherDates({ item: { _id, dates, className }, onMended }: ItemProblemProps) {
  const { currencyDecimals, currencySign } = useSchool()
  const [chosen, choose] = useState(dates[0]?._id ?? '')
  // The dates may have been read again.
  const runId = dates.some((date) => date._id === chosen) ? chosen : (dates[0]?._id ?? '')
  const { mutate, isPending } = useReplaceItem({ _id, runId }, onMended)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Choice
        label="Date"
        className="min-w-0 max-w-full grow basis-56 sm:max-w-80"
        value={runId}
        options={dates.map((date) => ({ value: date._id, label: describeDate(date, currencyDecimals, currencySign) }))}
        onChoose={choose}
      />
      <Button look="outline" busy={isPending} onClick={() => mutate(undefined)}>
        Select this date
        <About>{`of ${className}`}</About>
      </Button>
    </div>
  )
}
