/** E-mails about payments and refunds. All times are in UTC and say so. */
import type { RefundReason, ReturnReason } from '#contract/payments.ts'
import { FULL_REFUND_MESSAGE, REFUND_MESSAGES, RETURN_MESSAGES } from '#contract/refund-messages.ts'
import { formatMoney } from '#contract/values/money.ts'
import { type EmailMessage, toSingleLine } from '#server/platform/mail/email-message.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { getCancelDeadline } from './cancellation.ts'
import type { PaymentRow } from './payments.table.ts'

type Ctx = Pick<SystemContext, 'publicUrl' | 'cancelDays'>

/** @param startsAt the start of the run; null for an open run */
export function composeReceiptEmail(
  ctx: Ctx,
  payment: PaymentRow,
  startsAt: number | null,
  salutation: string,
): EmailMessage {
  const deadline = formatTime(getCancelDeadline(payment, startsAt, ctx.cancelDays))
  return {
    to: payment.email,
    subject: `Receipt ${payment.receipt}: ${toSingleLine(payment.className)}`,
    paragraphs: [
      salutation,
      `Thank you. You are enrolled in ${payment.className}.`,
      `Receipt ${payment.receipt}\n${formatTime(payment.createdAt)}\n${formatAmount(payment)}, paid by card\nTransaction ${payment.transactionId}`,
      ...(ctx.cancelDays > 0 ? [`You can cancel for a full refund until ${deadline}.`] : []),
      createReceiptLink(ctx, payment),
      { label: 'Go to your class', url: `${ctx.publicUrl}/dashboard/class/${payment.classId}` },
    ],
  }
}

/** For a payment that bought nothing. */
export function composeReturnedEmail(payment: PaymentRow, reason: ReturnReason, salutation: string): EmailMessage {
  return {
    to: payment.email,
    subject: `Your payment is being refunded: ${toSingleLine(payment.className)}`,
    paragraphs: [
      salutation,
      `You paid ${formatAmount(payment)} for ${payment.className}. ${RETURN_MESSAGES[reason]}`,
      FULL_REFUND_MESSAGE,
      `Transaction ${payment.transactionId}`,
    ],
  }
}

export function composeRefundEmail(
  ctx: Ctx,
  payment: PaymentRow,
  reason: RefundReason,
  salutation: string,
): EmailMessage {
  return {
    to: payment.email,
    subject: `Refund of receipt ${payment.receipt}: ${toSingleLine(payment.className)}`,
    paragraphs: [
      salutation,
      REFUND_MESSAGES[reason],
      `We are refunding ${formatAmount(payment)} to your card. Allow 5–10 days.\nTransaction ${payment.transactionId}`,
      createReceiptLink(ctx, payment),
    ],
  }
}

function createReceiptLink({ publicUrl }: Ctx, { id }: PaymentRow) {
  return { label: 'View and print your receipt', url: `${publicUrl}/dashboard/receipt/${id}` }
}

function formatAmount({ amountPaidMinor, currency }: PaymentRow): string {
  return formatMoney(amountPaidMinor, currency)
}

const UTC = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function formatTime(time: number): string {
  // Newer versions of ICU separate the time from AM and PM by a narrow space.
  return `${UTC.format(time).replaceAll('\u202f', ' ')} UTC`
}
