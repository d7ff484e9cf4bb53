import { readAmount } from '#contract/values/amount.ts'
import { formatPrice } from '#contract/values/format-price.ts'
import { useSchool } from '#web/school/school.ts'

interface AmountHintProps {
  id: string
  /** Typed text. */
  text: string
  /** Shown while nothing is typed. */
  empty?: string
}

/** Repeats a typed amount in the school's currency as pages show it, or asks which amount is meant. */
export default function AmountHint({ id, text, empty = '' }: AmountHintProps) {
  const { currencyDecimals, currencySign } = useSchool()
  return (
    <p id={id} className="mt-1.5 text-sm text-soft empty:hidden">
      {text.trim() === '' ? empty : describeAmount(text, currencyDecimals, currencySign)}
    </p>
  )
}

function describeAmount(text: string, decimals: number, sign: string): string {
  const reading = readAmount(text, decimals)
  if (!reading) return ''
  if ('unclear' in reading) return `Unclear. Write ${reading.unclear.join(' or ')}.`
  const isWhole = Number(reading.amount.toFixed(decimals)) === reading.amount
  return isWhole ? `Shown as ${formatPrice(reading.amount, decimals, sign)}` : ''
}
