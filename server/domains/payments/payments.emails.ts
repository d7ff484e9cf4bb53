/** E-mails about payments and refunds. All times are in UTC and say so. */
import type { RefundReason, ReturnReason } from '#contract/payments.ts'
import { FULL_REFUND_MESSAGE, REFUND_MESSAGES, RETURN_MESSAGES } from '#contract/refund-messages.ts'
import { formatMoney } from '#contract/values/money.ts'
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
import { getCancelDeadline } from './cancellation.ts'
import type { PaymentRow } from './payments.table.ts'

type Ctx = Pick<SystemContext, 'publicUrl' | 'cancelDays'>

const STUDENT = 'The student who paid'
const PAYMENT = {
  ...GREETING,
  class_name: text('the class', 'Fog in the City'),
  amount: text('the amount, with its currency', '$49.99', 'text'),
  transaction: text('the number of the transaction', 'pi_example', 'text'),
} as const
const RECEIPT_LINK = { receipt_link: link('the receipt, to view and print', '/dashboard/payment-history') }
const RECEIPT_NUMBER = { receipt: text('the number of the receipt', '1001') }

const RECEIPT = defineEmail({
  key: 'receipt',
  name: 'Receipt',
  recipient: STUDENT,
  occasion: 'After a payment, with which the student is enrolled',
  subject: 'Receipt {{receipt}}: {{class_name}}',
  text: `{{greeting}}

Thank you. You are enrolled in {{class_name}}.

{{receipt_lines}}

{{cancellation}}

[View and print your receipt]({{receipt_link}})

[Go to your class]({{class_link}})`,
  variables: {
    ...GREETING,
    ...RECEIPT_NUMBER,
    ...RECEIPT_LINK,
    class_name: PAYMENT.class_name,
    receipt_lines: block(
      'the number of the receipt, the time, the amount and the transaction',
      'Receipt 1001\nMay 4, 2026 at 9:30 AM UTC\n$49.99, paid by card\nTransaction pi_example',
      'text',
    ),
    cancellation: block(
      'until when the student can cancel, where the school allows it',
      'You can cancel for a full refund until May 11, 2026 at 9:30 AM UTC.',
    ),
    class_link: link('the page of the class', '/dashboard/enroll-class'),
  },
})

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
  occasion: 'When a payment is refunded',
  subject: 'Refund of receipt {{receipt}}: {{class_name}}',
  text: `{{greeting}}

{{reason}}

We are refunding {{amount}} to your card. Allow 5–10 days.
Transaction {{transaction}}

[View and print your receipt]({{receipt_link}})`,
  variables: {
    ...PAYMENT,
    ...RECEIPT_NUMBER,
    ...RECEIPT_LINK,
    reason: text('why the payment is refunded', REFUND_MESSAGES.cancelled),
  },
})

export const PAYMENT_EMAILS = [RECEIPT, RETURNED, REFUND]

/** @param startsAt the start of the run; null for an open run */
export function composeReceiptEmail(
  ctx: Ctx,
  payment: PaymentRow,
  startsAt: number | null,
  greeting: Greeting,
): TemplatedEmail {
  const { receipt, transactionId } = payment
  const deadline = getCancelDeadline(payment, [startsAt], ctx.cancelDays)
  const canCancel = deadline > payment.createdAt
  return compose(RECEIPT, payment.email, {
    ...greeting,
    receipt: String(receipt),
    class_name: payment.className,
    receipt_lines: [
      `Receipt ${receipt}\n${formatTime(payment.createdAt)}\n${formatAmount(payment)}, paid by card\nTransaction ${transactionId}`,
    ],
    cancellation: canCancel ? [`You can cancel for a full refund until ${formatTime(deadline)}.`] : [],
    receipt_link: createReceiptUrl(ctx, payment),
    class_link: `${ctx.publicUrl}/dashboard/class/${payment.classId}`,
  })
}

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

export function composeRefundEmail(
  ctx: Ctx,
  payment: PaymentRow,
  reason: RefundReason,
  greeting: Greeting,
): TemplatedEmail {
  return compose(REFUND, payment.email, {
    ...greeting,
    receipt: String(payment.receipt),
    class_name: payment.className,
    amount: formatAmount(payment),
    reason: REFUND_MESSAGES[reason],
    transaction: payment.transactionId,
    receipt_link: createReceiptUrl(ctx, payment),
  })
}

function createReceiptUrl({ publicUrl }: Ctx, { id }: PaymentRow): string {
  return `${publicUrl}/dashboard/receipt/${id}`
}

function formatAmount({ amountPaidMinor, currency }: PaymentRow): string {
  return formatMoney(amountPaidMinor, currency)
}

const UTC = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function formatTime(time: number): string {
  // Newer versions of ICU separate the time from AM and PM by a narrow space.
  return `${UTC.format(time).replaceAll('\u202f', ' ')} UTC`
}
