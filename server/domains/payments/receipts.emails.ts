/** E-mails with receipts. Their times are in the zone of the run, or in that of the school. */
import { type HandMethod, METHOD_WORDS } from '#contract/payment-methods.ts'
import { describeResale } from '#contract/terms-words.ts'
import { formatMoney } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { DATES, describeDates, type RunDates } from '#server/domains/calendar/run-dates.ts'
import type { TermsVersion } from '#server/domains/terms/terms.table.ts'
import { listChanges } from '#server/domains/terms/terms-fields.ts'
import type { Recipient } from '#server/domains/users/users.ts'
import { must } from '#server/platform/app-error.ts'
import {
  block,
  compose,
  defineEmail,
  GREETING,
  link,
  type TemplatedEmail,
  text,
} from '#server/platform/mail/email-template.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { countPaid } from './amounts.ts'
import { listCancellationQuotes } from './cancellation.ts'
import { createReceiptUrl, formatAmount, PAYMENT, RECEIPT_LINK, RECEIPT_NUMBER, STUDENT } from './payments.emails.ts'
import type { PaymentRow } from './payments.table.ts'

type Ctx = Pick<SystemContext, 'publicUrl' | 'school'>

const RECEIPT = defineEmail({
  key: 'receipt',
  name: 'Receipt',
  recipient: STUDENT,
  occasion: 'After a payment, with which the student is enrolled',
  subject: 'Receipt {{receipt}}: {{class_name}}',
  text: `{{greeting}}

Thank you. You are enrolled in {{class_name}}.

{{dates}}

{{receipt_lines}}

{{cancellation}}

[View and print your receipt]({{receipt_link}})

[Go to your class]({{class_link}})`,
  variables: {
    ...GREETING,
    ...RECEIPT_NUMBER,
    ...RECEIPT_LINK,
    class_name: PAYMENT.class_name,
    dates: DATES,
    receipt_lines: block(
      'the number of the receipt, the time, the amount, the transaction and the number of the order',
      'Receipt 1001\nMon, May 4, 2026, 09:30 (Europe/Oslo)\n$49.99, paid by card\nTransaction pi_example\nOrder 100001',
      'text',
    ),
    cancellation: block(
      'until when the student can cancel, where the school allows it',
      'You can cancel for a full refund until Mon, May 11, 2026, 09:30 (Europe/Oslo).',
    ),
    class_link: link('the page of the class', '/dashboard/enroll-class'),
  },
})

const ORDER_RECEIPT = defineEmail({
  key: 'order-receipt',
  name: 'Receipt for several seats',
  recipient: STUDENT,
  occasion: 'After one payment for several classes or seats, with which the student is enrolled in them',
  subject: 'Receipt of order {{order}}',
  text: `{{greeting}}

Thank you. You are enrolled in {{class_names}}.

{{receipt_lines}}

{{classes}}

[View and print your receipts]({{receipts_link}})

[Go to your classes]({{classes_link}})`,
  variables: {
    ...GREETING,
    order: text('the number of the order', '100001'),
    class_names: text('the classes', 'Fog in the City and Night Harbour'),
    receipt_lines: block(
      'a line for each seat with the number of its receipt and its amount, the sum, the time and the transaction',
      'Receipt 1001: Fog in the City, $49.99\nReceipt 1002: Night Harbour, $60.00\n$109.99, paid by card\nMon, May 4, 2026, 09:30 (Europe/Oslo)\nTransaction pi_example',
      'text',
    ),
    classes: block(
      'for each class, when and where it takes place, and until when the student can cancel',
      'Fog in the City\n\nWhen: without a fixed date\n\nYou can cancel for a full refund until Mon, May 11, 2026, 09:30 (Europe/Oslo).',
    ),
    receipts_link: link('the payments, with their receipts', '/dashboard/payment-history'),
    classes_link: link('the classes of the student', '/dashboard/enroll-class'),
  },
})

export const RECEIPT_EMAILS = [RECEIPT, ORDER_RECEIPT]

/** A payment for a seat. */
export interface Bought {
  payment: PaymentRow
  dates: RunDates
  version: TermsVersion
  /** Discounts off the list price. */
  discountMinor: number
  /** Amount paid with vouchers. */
  voucherMinor: number
  /** Method by which the school received all of it by hand; null otherwise. */
  byHand: HandMethod | null
  /** True if the buyer had a seat of the date before. */
  isForOthers?: boolean
}

export function composeReceiptEmail(
  ctx: Ctx,
  { number, ...bought }: Bought & { number: number },
  { greeting, isConfirmed }: Omit<Recipient, 'email'>,
): TemplatedEmail {
  const { payment, dates } = bought
  const { receipt } = payment
  const format = openFormat(ctx, dates)
  const email = compose(RECEIPT, payment.email, {
    ...greeting,
    dates: describeDates(dates.schedule, isConfirmed),
    receipt: String(receipt),
    class_name: bought.isForOthers ? `${payment.className} (a seat for another person)` : payment.className,
    receipt_lines: [
      [
        `Receipt ${receipt}`,
        format(payment.createdAt),
        ...describeDiscount(bought),
        ...describePayment(payment, toPaid(bought), bought.byHand),
        `Order ${number}`,
      ].join('\n'),
    ],
    cancellation: describeCancellation(bought, format),
    receipt_link: createReceiptUrl(ctx, payment),
    class_link: `${ctx.publicUrl}/dashboard/class/${payment.classId}`,
  })
  return { ...email, attachments: dates.attachCalendar(isConfirmed) }
}

/** For an order of several seats: one receipt with a line for each. */
export function composeOrderReceiptEmail(
  ctx: Ctx,
  { number, bought }: { number: number; bought: [Bought, ...Bought[]] },
  { greeting, isConfirmed }: Omit<Recipient, 'email'>,
): TemplatedEmail {
  const [{ payment, dates: firstDates }] = bought
  const sum = (name: keyof Paid) => bought.reduce((all, one) => all + toPaid(one)[name], 0)
  const [cardMinor, voucherMinor, creditMinor] = [sum('cardMinor'), sum('voucherMinor'), sum('creditMinor')]
  const total = { cardMinor, voucherMinor, creditMinor, handMinor: 0 }
  const lines = bought.flatMap((one) => [
    `Receipt ${one.payment.receipt}: ${one.payment.className}, ${formatAmount(one.payment)}`,
    ...describeDiscount(one),
  ])
  const [paid, ...transaction] = describePayment(payment, total, null)
  // The seats of a date are named once.
  const dates = [...Map.groupBy(bought, (one) => one.payment.runId).values()]
  const firsts = dates.map((seats) => must(seats[0]))
  const names = dates.map(([one, ...others]) => {
    const { payment, isForOthers } = must(one)
    const seats = others.length > 0 ? `${others.length + 1} seats` : 'a seat'
    const whose = isForOthers ? [`${seats} for others`] : others.length > 0 ? [seats] : []
    return [payment.className, ...whose.map((text) => `(${text})`)].join(' ')
  })
  const email = compose(ORDER_RECEIPT, payment.email, {
    ...greeting,
    order: String(number),
    class_names: new Intl.ListFormat('en').format(names),
    receipt_lines: [[...lines, paid, openFormat(ctx, firstDates)(payment.createdAt), ...transaction].join('\n')],
    classes: firsts.flatMap((one) => [
      one.payment.className,
      ...describeDates(one.dates.schedule, isConfirmed),
      ...describeCancellation(one, openFormat(ctx, one.dates)),
    ]),
    receipts_link: `${ctx.publicUrl}/dashboard/payment-history`,
    classes_link: `${ctx.publicUrl}/dashboard/enroll-class`,
  })
  const files = firsts.flatMap((one) => one.dates.attachCalendar(isConfirmed))
  return { ...email, attachments: files.map((file, index) => ({ ...file, filename: `dates-${index + 1}.ics` })) }
}

interface Paid {
  handMinor: number
  cardMinor: number
  voucherMinor: number
  creditMinor: number
}

function toPaid({ payment: { amountPaidMinor: cardMinor, creditMinor }, voucherMinor, byHand }: Bought): Paid {
  if (byHand) return { cardMinor, voucherMinor: 0, creditMinor: 0, handMinor: creditMinor }
  return { cardMinor, voucherMinor, creditMinor: creditMinor - voucherMinor, handMinor: 0 }
}

/** Returns how an amount was paid. Only a card has a transaction. */
function describePayment(
  { currency, transactionId }: PaymentRow,
  { cardMinor, voucherMinor, creditMinor, handMinor }: Paid,
  byHand: HandMethod | null,
): [string, ...string[]] {
  const state = (minor: number, how: string) => (minor > 0 ? [`${formatMoney(minor, currency)}, ${how}`] : [])
  const parts = [
    ...state(cardMinor, 'paid by card'),
    ...state(voucherMinor, 'paid with a gift voucher'),
    ...state(creditMinor, 'paid with credit'),
    ...(byHand ? state(handMinor, `paid ${METHOD_WORDS[byHand]}`) : []),
  ]
  const paid = parts.join('\n') || `${formatMoney(0, currency)}, nothing to pay`
  return cardMinor > 0 ? [paid, `Transaction ${transactionId}`] : [paid]
}

function describeDiscount({ payment, discountMinor }: Bought): string[] {
  if (discountMinor === 0) return []
  const amounts = [countPaid(payment) + discountMinor, discountMinor]
  const [listed, off] = amounts.map((minor) => formatMoney(minor, payment.currency))
  return [`List price ${listed}, discount ${off}`]
}

/** Returns the format of times in the zone of a run, or in that of the school. */
function openFormat(ctx: Ctx, { run }: RunDates): (at: number) => string {
  const timeZone = run.timeZone ?? ctx.school.current.time_zone
  return (at) => formatClockTime(toClockTime(at, timeZone), timeZone, { now: 'always' })
}

/** Returns what comes back until when, in a line each; none where nothing does. */
function describeCancellation({ payment, version, dates: { run } }: Bought, format: (at: number) => string): string[] {
  const purchase = { payment, version, run, enrolment: null }
  const quotes = listCancellationQuotes(purchase, payment.createdAt).filter(
    ({ refundMinor, creditMinor, until }) => refundMinor + creditMinor > 0 && until !== payment.createdAt,
  )
  const money = (minor: number) => formatMoney(minor, payment.currency)
  const resold = describeResale({ resale: version.resale, resale_fee: version.resaleFeeMinor }, money)
  const lines = quotes.flatMap(({ refundMinor, creditMinor, baseMinor, until }) => {
    if (until === null) return []
    const refund = refundMinor === baseMinor ? 'a full refund' : `a refund of ${money(refundMinor)}`
    const parts = [
      ...(refundMinor > 0 ? [refund] : []),
      ...(creditMinor > 0 ? [`${money(creditMinor)} as credit`] : []),
    ]
    const back = parts.join(' and ')
    return [`You can cancel for ${back} until ${format(until)}.`]
  })
  return [...lines, ...resold, ...listChanges(version, payment.currency)]
}
