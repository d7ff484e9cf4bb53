/** Cancellation terms beside Pay. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CartItem } from '#contract/cart.ts'
import type { CheckoutPreview } from '#contract/checkout.ts'
import { describeResale } from '#contract/terms-words.ts'
import { BackUntil, QuotedTerms, useFormat } from '#web/features/terms/terms-in-words.tsx'
import { useSchool } from '#web/school/school.ts'
import { cartTermsQuery } from './payments.query.ts'

/** The terms that the checkout of a selected class has frozen. */
export function ItemTerms({ cartId }: { cartId: string }) {
  const { data: terms } = useQuery(cartTermsQuery(cartId))
  return (
    <>
      {terms && <QuotedTerms quotes={terms.quotes} timeZone={terms.time_zone} others={terms} />}
      {terms?.text && <p className="whitespace-pre-line">{terms.text}</p>}
      <SchoolTerms />
    </>
  )
}

/** The terms of a checkout of one class. */
export function CheckoutTerms({ preview: { lines, terms } }: { preview: CheckoutPreview }) {
  return (
    <>
      {lines.filter(({ kind }) => kind === 'seat').length > 1 && <p>For each seat:</p>}
      {terms.map(({ classId, text, time_zone, steps, ...others }) => (
        <div key={classId} className="grid gap-1">
          <QuotedTerms quotes={steps} timeZone={time_zone} others={others} />
          {text && <p className="whitespace-pre-line">{text}</p>}
        </div>
      ))}
      <SchoolTerms />
    </>
  )
}

interface LineTermsProps {
  item: CartItem
  preview: CheckoutPreview
  withZone: boolean
}

/** The terms of one class of several, in its line. */
export function LineTerms({ item, preview: { terms }, withZone }: LineTermsProps) {
  const format = useFormat()
  const own = terms.find(({ classId }) => classId === item.classId)
  if (!own) return null
  const sentences = [...describeResale(own, format), ...own.changes, ...(own.text ? [own.text] : [])]
  return (
    <div className="mt-1 grid gap-1 text-balance text-sm text-soft">
      {item.seats > 1 && <p>For each seat:</p>}
      {own.steps.map((step) => (
        <p key={step.until}>
          <BackUntil step={step} timeZone={own.time_zone} withZone={withZone} />
        </p>
      ))}
      {sentences.map((sentence) => (
        <p key={sentence} className="whitespace-pre-line">
          {sentence}
        </p>
      ))}
    </div>
  )
}

/** The school's words about cancellations, and the page of its refund terms. */
export function SchoolTerms() {
  const { cancellationTerms } = useSchool()
  return (
    <>
      {cancellationTerms && <p className="whitespace-pre-line">{cancellationTerms}</p>}
      <Link to="/refunds" className="link justify-self-start">
        Refund terms
      </Link>
    </>
  )
}
