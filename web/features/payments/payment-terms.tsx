/** Cancellation terms beside Pay. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CheckoutPreview } from '#contract/checkout.ts'
import { QuotedTerms } from '#web/features/terms/terms-in-words.tsx'
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

/** The terms of each class of a checkout. */
export function CheckoutTerms({ preview: { lines, terms } }: { preview: CheckoutPreview }) {
  const seats = lines.filter(({ kind }) => kind === 'seat')
  const items = [...Map.groupBy(seats, ({ cartId }) => cartId).values()]
  return (
    <>
      {terms.map(({ classId, text, time_zone, steps, ...others }, index) => (
        <section key={classId} className="grid gap-1">
          <h3 className="font-medium">
            {items[index]?.[0]?.text}
            {(items[index]?.length ?? 0) > 1 && ', for each seat'}
          </h3>
          <QuotedTerms quotes={steps} timeZone={time_zone} others={others} />
          {text && <p className="whitespace-pre-line">{text}</p>}
        </section>
      ))}
      <SchoolTerms />
    </>
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
