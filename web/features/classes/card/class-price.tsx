import type { SchoolClass } from '#contract/classes.ts'
import type { Run } from '#contract/runs.ts'
import { Price } from '#web/school/price.tsx'

interface PricedClass extends Pick<SchoolClass, 'price'> {
  runs: Pick<Run, 'price' | 'seats'>[]
}

/** The price of a class: that of its runs with free seats, or the lowest of several. Without runs, the price of the class itself. */
export function ClassPrice({ schoolClass }: { schoolClass: PricedClass }) {
  const prices = listPrices(schoolClass)
  const lowest = Math.min(...prices)
  return (
    <>
      {prices.some((price) => price > lowest) && <span className="font-sans text-sm">from </span>}
      <Price amount={lowest} />
    </>
  )
}

/** Returns the prices that a student can choose from. */
function listPrices({ price, runs }: PricedClass): number[] {
  const free = runs.filter(({ seats }) => seats > 0)
  const offered = free.length > 0 ? free : runs
  return offered.length > 0 ? offered.map((run) => run.price) : [price]
}
