import type { QuotedStep } from '#contract/terms.ts'
import { describeResale, describeTerms } from '#contract/terms-words.ts'
import { formatPrice } from '#contract/values/format-price.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { useSchool } from '#web/school/school.ts'

/** Terms in sentences, without dates. */
export function TermsInWords({ terms }: { terms: Parameters<typeof describeTerms>[0] }) {
  const sentences = describeTerms(terms, useFormat())
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
  /** Left out where only a cancellation is about. */
  resale?: Parameters<typeof describeResale>[0]
}

/** What comes back until when, with dates and amounts, and if the seat is sold again. */
export function QuotedTerms({ quotes, timeZone, resale }: QuotedTermsProps) {
  const format = useFormat()
  return (
    <ul className="grid gap-1 text-sm">
      {quotes.map(({ until, until_clock, refund, credit }) => (
        <li key={until}>
          {until_clock === null ? 'After that' : `Until ${formatClockTime(until_clock, timeZone, { now: 'always' })}`}:{' '}
          {refund + credit > 0
            ? format(refund + credit) + (credit > 0 ? ` back, of it ${format(credit)} as credit` : ' back')
            : 'nothing back'}
        </li>
      ))}
      {(resale ? describeResale(resale, format) : []).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

function useFormat() {
  const { currencyDecimals, currencySign } = useSchool()
  return (amount: number) => formatPrice(amount, currencyDecimals, currencySign)
}
