import { formatPrice } from '#contract/values/currency.ts'
import { useSchool } from './school.ts'

/** A price in the school's currency: `$49.99`. */
export function Price({ amount }: { amount: number }) {
  const { currency, currencySign } = useSchool()
  return <span className="tabular-nums">{formatPrice(amount, currency, currencySign)}</span>
}
