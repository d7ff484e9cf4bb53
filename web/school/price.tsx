import { formatPrice } from '#contract/values/format-price.ts'
import { useSchool } from './school.ts'

/** A price in the school's currency, with all its decimals: `$49.99`, `$50.00`. */
export function Price({ amount }: { amount: number }) {
  const { currencyDecimals, currencySign } = useSchool()
  return <span className="tabular-nums">{formatPrice(amount, currencyDecimals, currencySign)}</span>
}
