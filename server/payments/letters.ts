/** What the school writes about money: for a payment, and for each way in which it goes back. */
import { formatMoney } from '#contract/money.ts'
import type { RefundReason, ReturnReason } from '#contract/payments.ts'
import { MONEY_GOES_BACK, REFUNDED, RETURNED } from '#contract/refund-words.ts'
import type { SystemContext } from '#server/context.ts'
import { type Letter, onOneLine } from '#server/mail/letter.ts'
import type { payments } from './payments.table.ts'

type Payment = typeof payments.$inferSelect
type Ctx = Pick<SystemContext, 'publicUrl'>

export function receiptLetter({ publicUrl }: Ctx, payment: Payment): Letter {
  return {
    to: payment.email,
    subject: `Receipt ${payment.receipt}: ${onOneLine(payment.className)}`,
    paragraphs: [
      `Dear ${payment.name},`,
      `thank you: you are enrolled in ${payment.className}.`,
      `Receipt ${payment.receipt} of ${dayOf(payment.createdAt)}\n${priceOf(payment)}, paid by card\nTransaction ${payment.transactionId}`,
      { words: 'Your receipt, to print', address: `${publicUrl}/dashboard/receipt/${payment.id}` },
      { words: 'To your class', address: `${publicUrl}/dashboard/class/${payment.classId}` },
    ],
  }
}

/** For money that was taken and bought nothing. */
export function returnedLetter(payment: Payment, reason: ReturnReason): Letter {
  return {
    to: payment.email,
    subject: `Your money goes back: ${onOneLine(payment.className)}`,
    paragraphs: [
      `Dear ${payment.name},`,
      `you have paid ${priceOf(payment)} for ${payment.className}. ${RETURNED[reason]}`,
      MONEY_GOES_BACK,
      `Transaction ${payment.transactionId}`,
    ],
  }
}

export function refundLetter({ publicUrl }: Ctx, payment: Payment, reason: RefundReason): Letter {
  return {
    to: payment.email,
    subject: `Refund of receipt ${payment.receipt}: ${onOneLine(payment.className)}`,
    paragraphs: [
      `Dear ${payment.name},`,
      REFUNDED[reason],
      `${priceOf(payment)} goes back to your card, within some days.\nTransaction ${payment.transactionId}`,
      { words: 'Your receipt, to print', address: `${publicUrl}/dashboard/receipt/${payment.id}` },
    ],
  }
}

function priceOf({ amountMinor, currency }: Payment): string {
  return formatMoney(amountMinor, currency)
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

function dayOf(time: number): string {
  return DAY.format(time)
}
