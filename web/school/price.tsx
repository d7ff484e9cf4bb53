import { formatPrice } from '#contract/values/format-price.ts'
import { useSchool } from './school.ts'

interface PriceProps {
  amount: number
  /** Hides the decimals of a whole amount on screen: `$149`. */
  short?: boolean
}

/** A price in the school's currency: `$49.99`. */
export function Price({ amount, short = false }: PriceProps) {
  const { currencyDecimals, currencySign } = useSchool()
  const price = formatPrice(amount, currencyDecimals, currencySign)
  const shown = short ? price.replace(/\.0+$/, '') : price
  return (
    <span className="tabular-nums">
      {shown}
      {shown !== price && <span className="sr-only">{price.slice(shown.length)}</span>}
    </span>
  )
}
