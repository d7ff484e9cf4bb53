import type { QuotedStep, ShownTerms } from '#contract/terms.ts'
import { describeResale, describeTerms } from '#contract/terms-words.ts'
import { formatPrice } from '#contract/values/format-price.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { useSchool } from '#web/school/school.ts'

/** Terms of moves and substitutes. */
type Changes = Pick<ShownTerms, 'changes'>

/** Terms in sentences, without dates. */
export function TermsInWords({ terms }: { terms: Parameters<typeof describeTerms>[0] & Changes }) {
  const sentences = [...describeTerms(terms, useFormat()), ...terms.changes]
  return (
    <ul className="grid gap-1 text-sm">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

interface QuotedTermsProps {
  quotes: readonly QuotedStep[]
  timeZone: string | null
  /** Names the year also of a day in the present one, as on paper. */
  withYear?: boolean
  /** Left out where only a cancellation is about. */
  others?: Parameters<typeof describeResale>[0] & Changes
}

/** Refunds with their last moments, those for a seat that is sold again, and the rules of moves and substitutes. */
export function QuotedTerms({ quotes, timeZone, withYear, others }: QuotedTermsProps) {
  const format = useFormat()
  return (
    <ul className="grid gap-1 text-balance text-sm">
      {quotes.map((quote) => (
        <li key={quote.until}>
          <BackUntil step={quote} timeZone={timeZone} withYear={withYear} />
        </li>
      ))}
      {(others ? [...describeResale(others, format), ...others.changes] : []).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

interface BackUntilProps {
  step: QuotedStep
  timeZone: string | null
  withYear?: boolean | undefined
  withZone?: boolean
}

/** A refund and its last moment, whose day and time stay on one line: `Full refund until Sat, Dec 12, 10:00` */
export function BackUntil({ step, timeZone, withYear = false, withZone = true }: BackUntilProps) {
  const back = describeBack(step, useFormat())
  if (step.until_clock === null) return `After that: ${back}`
  const until = formatClockTime(step.until_clock, timeZone, { now: withYear ? 'always' : Date.now(), withZone })
  return (
    <>
      {step.is_full ? 'Full refund until' : 'Until'}{' '}
      <span className="inline-block">{step.is_full ? until : `${until}:`}</span>
      {!step.is_full && ` ${back}`}
    </>
  )
}

/** `$60.00 back, of it $5.00 as credit` */
function describeBack({ refund, credit }: QuotedStep, format: (amount: number) => string): string {
  if (refund + credit === 0) return 'nothing back'
  return `${format(refund + credit)} back${credit > 0 ? `, of it ${format(credit)} as credit` : ''}`
}

/** Returns the format of prices of the school. */
export function useFormat() {
  const { currencyDecimals, currencySign } = useSchool()
  return (amount: number) => formatPrice(amount, currencyDecimals, currencySign)
}
