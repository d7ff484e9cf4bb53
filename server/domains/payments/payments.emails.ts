/** E-mails about refunds. Their times are in the zone of the run, or in that of the school. */
import { type HandMethod, METHOD_WORDS } from '#contract/payment-methods.ts'
import type { RefundReason, ReturnReason } from '#contract/payments.ts'
import { FULL_REFUND_MESSAGE, KEPT_SEAT_MESSAGE, REFUND_MESSAGES, RETURN_MESSAGES } from '#contract/refund-messages.ts'
import { formatMoney } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import type { RunRow } from '#server/domains/classes/runs/runs.table.ts'
import { must } from '#server/platform/app-error.ts'
import type { Greeting } from '#server/platform/mail/email-message.ts'
import {
  block,
  compose,
  defineEmail,
  GREETING,
  link,
  type TemplatedEmail,
  text,
} from '#server/platform/mail/email-template.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { countPaid, type Parts } from './amounts.ts'
import type { PaymentRow } from './payments.table.ts'

type Ctx = Pick<SystemContext, 'publicUrl' | 'school'>

export const STUDENT = 'The student who paid'
export const PAYMENT = {
  ...GREETING,
  class_name: text('the class', 'Fog in the City'),
  amount: text('the amount, with its currency', '$49.99', 'text'),
  transaction: text('the number of the transaction', 'pi_example', 'text'),
} as const
export const RECEIPT_LINK = { receipt_link: link('the receipt, to view and print', '/dashboard/payment-history') }
export const RECEIPT_NUMBER = { receipt: text('the number of the receipt', '1001') }

const RETURNED = defineEmail({
  key: 'payment-returned',
  name: 'Payment that bought nothing',
  recipient: STUDENT,
  occasion: 'When a payment cannot buy the seat any longer, and is refunded',
  subject: 'Your payment is being refunded: {{class_name}}',
  text: `{{greeting}}

You paid {{amount}} for {{class_name}}. {{reason}}

${FULL_REFUND_MESSAGE}

Transaction {{transaction}}`,
  variables: { ...PAYMENT, reason: text('why the payment is returned', RETURN_MESSAGES.seat_gone) },
})

const REFUND = defineEmail({
  key: 'refund',
  name: 'Refund',
  recipient: STUDENT,
  occasion: 'When a payment or a part of it is refunded',
  subject: 'Refund of receipt {{receipt}}: {{class_name}}',
  text: `{{greeting}}

{{reason}}

{{date}}

{{refund_lines}}

In all {{amount}}, transaction {{transaction}}

[View and print your receipt]({{receipt_link}})`,
  variables: {
    ...PAYMENT,
    ...RECEIPT_NUMBER,
    ...RECEIPT_LINK,
    reason: text('why the payment is refunded', REFUND_MESSAGES.cancelled),
    refund_lines: block(
      'what goes back to the card, and what becomes credit or is paid back by hand',
      'We are refunding $49.99 to your card. Allow 5–10 days.',
      'text',
    ),
    date: block(
      'the date that the payment was for, where the enrolment has ended',
      'Your date was: Mon, May 4, 2026, 09:30 (Europe/Oslo)',
    ),
  },
})

const GIVEN_UP = defineEmail({
  key: 'seat-given-up',
  name: 'Seat given up',
  recipient: STUDENT,
  occasion: 'When a student cancels a seat that cost nothing, or at a time at which nothing comes back',
  subject: 'You gave up your seat: {{class_name}}',
  text: `{{greeting}}

You have cancelled {{class_name}} (receipt {{receipt}}), and your seat is free again.

{{date}}

{{terms}}`,
  variables: {
    ...GREETING,
    ...RECEIPT_NUMBER,
    class_name: PAYMENT.class_name,
    terms: block(
      'that nothing comes back, where something was paid',
      'By the terms of your purchase, nothing comes back.',
    ),
    date: block('the date that the payment was for', 'Your date was: Mon, May 4, 2026, 09:30 (Europe/Oslo)'),
  },
})

export const PAYMENT_EMAILS = [RETURNED, REFUND, GIVEN_UP]

/** For a payment that bought nothing. */
export function composeReturnedEmail(payment: PaymentRow, reason: ReturnReason, greeting: Greeting): TemplatedEmail {
  return compose(RETURNED, payment.email, {
    ...greeting,
    class_name: payment.className,
    amount: formatAmount(payment),
    reason: RETURN_MESSAGES[reason],
    transaction: payment.transactionId,
  })
}

/** @param refunded payments of one student, at least one */
export function composeRefundEmail(
  ctx: Ctx,
  refunded: readonly (PaymentRow & Parts & Back)[],
  {
    reason,
    run,
    isEnrolled,
    keepsOthers,
  }: { reason: RefundReason; run: RunRow; isEnrolled: boolean; keepsOthers: boolean },
  greeting: Greeting,
): TemplatedEmail {
  const payment = must(refunded[0])
  const sum = (part: keyof Parts) => refunded.reduce((all, one) => all + one[part], 0)
  const back = { ...payment, cardMinor: sum('cardMinor'), givenMinor: sum('givenMinor') }
  const ended = (keepsOthers && ONE_SEAT_MESSAGES[reason]) || REFUND_MESSAGES[reason]
  return compose(REFUND, payment.email, {
    ...greeting,
    receipt: refunded.map(({ receipt }) => receipt).join(', '),
    class_name: payment.className,
    amount: formatMoney(back.cardMinor + back.givenMinor, payment.currency),
    refund_lines: describeBack(back),
    reason: isEnrolled ? KEPT_SEAT_MESSAGE : ended,
    date: isEnrolled ? [] : describeFormerDate(run),
    transaction: [...new Set(refunded.map(({ transactionId }) => transactionId))].join(', '),
    receipt_link: refunded.length > 1 ? `${ctx.publicUrl}/dashboard/payment-history` : createReceiptUrl(ctx, payment),
  })
}

/** For students who have other seats. */
const ONE_SEAT_MESSAGES: Partial<Record<RefundReason, string>> = {
  cancelled: 'You cancelled one of your seats. You keep the others.',
  resold: 'We have sold one of your seats again, as you wished. You keep the others.',
  refunded: 'We refunded one of your seats, which has ended. You keep the others.',
  at_provider: 'One of your seats was refunded, and has ended. You keep the others.',
}

interface Back {
  /** Method by which the school has paid it out; null where it becomes credit. */
  byHand?: HandMethod | null
}

/** Returns what goes back to the card, and what becomes credit or is paid back by hand. */
export function describeBack(payment: Pick<PaymentRow, 'currency'> & Parts & Back): string[] {
  const { cardMinor, givenMinor, currency, byHand } = payment
  const card = `We are refunding ${formatMoney(cardMinor, currency)} to your card. Allow 5–10 days.`
  const credit = `We have given you ${formatMoney(givenMinor, currency)} as credit. You can use it when you pay for a class.`
  const paidOut = byHand && `We have paid you ${formatMoney(givenMinor, currency)} back ${METHOD_WORDS[byHand]}.`
  return [...(cardMinor > 0 ? [card] : []), ...(givenMinor > 0 ? [paidOut || credit] : [])]
}

/** For a student who has cancelled at a time at which nothing comes back, or a seat that cost nothing. @param payments of the seat, at least one */
export function composeGivenUpEmail(payments: readonly PaymentRow[], run: RunRow, greeting: Greeting): TemplatedEmail {
  const payment = must(payments.at(-1))
  const isFree = payments.every((one) => countPaid(one) === 0)
  return compose(GIVEN_UP, payment.email, {
    ...greeting,
    receipt: String(payment.receipt),
    class_name: payment.className,
    terms: isFree ? [] : ['By the terms of your purchase, nothing comes back.'],
    date: describeFormerDate(run),
  })
}

function describeFormerDate(run: RunRow): string[] {
  const { starts, time_zone } = readStart(run)
  return starts === null ? [] : [`Your date was: ${formatClockTime(starts, time_zone, { now: 'always' })}`]
}

export function createReceiptUrl({ publicUrl }: Ctx, { id }: PaymentRow): string {
  return `${publicUrl}/dashboard/receipt/${id}`
}

/** Returns what was paid, by card and with credit. */
export function formatAmount({ amountPaidMinor, creditMinor, currency }: PaymentRow): string {
  return formatMoney(amountPaidMinor + creditMinor, currency)
}
