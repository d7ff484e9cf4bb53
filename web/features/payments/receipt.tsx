import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { METHOD_WORDS } from '#contract/payment-methods.ts'
import type { Payment } from '#contract/payments.ts'
import { formatMajor } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { QuotedTerms } from '#web/features/terms/terms-in-words.tsx'
import { useSchool } from '#web/school/school.ts'
import { formatDate } from '#web/ui/text/dates.ts'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { countDiscount, paidPrice, refundedPrice } from './paid-price.ts'
import { cancellationQuery } from './payments.query.ts'
import { describeProgress, describeStatus } from './refund-messages.ts'

/** The receipt of a payment, to read and to print, with its refund if there is one. */
export function Receipt({ payment }: { payment: Payment }) {
  const { receipt, order, created_at, className, is_move, starts, time_zone, name, email, refund } = payment
  const school = useSchool()
  return (
    <article className="receipt" aria-labelledby="receipt-title">
      <header className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <div>
          <h1 id="receipt-title" className="font-display text-4xl">
            Receipt <span className="tabular-nums">{receipt}</span>
          </h1>
          <p className="mt-2">
            <time dateTime={new Date(created_at).toISOString()}>{formatDate(created_at)}</time>
          </p>
        </div>
        <address className="text-sm not-italic">
          <strong className="font-medium">{school.name}</strong>
          <br />
          {school.address}
          <br />
          <EmailAddress email={school.email} />
          {school.phone && <br />}
          {school.phone}
        </address>
      </header>
      <dl className="mt-10">
        <Line term={is_move ? 'Move to another date of' : 'Class'}>{className}</Line>
        {starts !== null && <Line term="Date">{formatClockTime(starts, time_zone, { now: 'always' })}</Line>}
        <Line term="Order">{order}</Line>
        <Line term="Paid by">
          {name}
          <br />
          <EmailAddress email={email} />
        </Line>
        <PaymentLines payment={payment} />
        <Line term="Amount">
          <span className="font-display text-3xl tabular-nums">{paidPrice(payment)}</span>
        </Line>
      </dl>
      {payment.may_cancel && <ReceiptTerms payment={payment} />}
      {refund && (
        <p className="receipt-refunded">
          {describeStatus(payment)} on {formatDate(refund.created_at)}
          {refund.amount < payment.price && `, ${refundedPrice(payment)}`}
          {refund.status !== 'done' && `: ${describeProgress(refund)}`}
        </p>
      )}
    </article>
  )
}

/** Means of payment, and the price before discounts. */
function PaymentLines({ payment }: { payment: Payment }) {
  const { price, credit, voucher, by_hand, list_price, currency, transactionId } = payment
  const isByCard = by_hand === null && credit + voucher < price
  return (
    <>
      {isByCard && <Line term="Paid with">Card</Line>}
      {by_hand && <Line term="Paid">{METHOD_WORDS[by_hand]}</Line>}
      {voucher > 0 && <Line term="Paid with a gift voucher">{formatMajor(voucher, currency)}</Line>}
      {credit > 0 && <Line term="Paid with credit">{formatMajor(credit, currency)}</Line>}
      {isByCard && (
        <Line term="Transaction id">
          <code className="break-all text-sm">{transactionId}</code>
        </Line>
      )}
      {price < list_price && <Line term="List price">{formatMajor(list_price, currency)}</Line>}
      {price < list_price && <Line term="Discount">{formatMajor(countDiscount(payment), currency)}</Line>}
    </>
  )
}

/** Refunds and their last moments, by the terms of the purchase. */
function ReceiptTerms({ payment: { _id } }: { payment: Payment }) {
  const { data: offer } = useQuery(cancellationQuery(_id))
  if (!offer) return null
  return (
    <section className="mt-8 grid gap-2" aria-label="If you cancel">
      <h2 className="font-display text-xl">If you cancel</h2>
      <QuotedTerms quotes={[offer, ...offer.later]} timeZone={offer.time_zone} withYear />
    </section>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="receipt-line">
      <dt className="text-soft text-sm">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
