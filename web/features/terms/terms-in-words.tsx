import type { QuotedStep } from '#contract/terms.ts'
import { describeTerms } from '#contract/terms-words.ts'
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
}

/** What comes back until when, with dates and amounts. */
export function QuotedTerms({ quotes, timeZone }: QuotedTermsProps) {
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
    </ul>
  )
}

function useFormat() {
  const { currencyDecimals, currencySign } = useSchool()
  return (amount: number) => formatPrice(amount, currencyDecimals, currencySign)
}
