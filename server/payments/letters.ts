/** What the school writes about money: for a payment, and for each way in which it goes back. */
import { formatMoney } from '#contract/money.ts'
import type { RefundReason, ReturnReason } from '#contract/payments.ts'
import type { SystemContext } from '#server/context.ts'
import type { Letter } from '#server/mail/letter.ts'
import type { payments } from './payments.table.ts'

type Payment = typeof payments.$inferSelect
type Ctx = Pick<SystemContext, 'publicUrl'>

/** Why the money could not buy the class: for the screen, and for the letter. */
export const RETURNED: Record<ReturnReason, string> = {
  seat_gone: 'The last seat was taken before your payment arrived.',
  class_gone: 'The class was taken off before your payment arrived.',
  user_gone: 'Your account was deleted before your payment arrived.',
  enrolled_already: 'You are enrolled in this class already.',
  amount_differs: 'The card provider took another sum than we asked for.',
}

/** The same for every return. */
export const MONEY_GOES_BACK =
  'You are not enrolled. The whole amount goes back to your card by itself, within some days.'

const REASONS: Record<Exclude<RefundReason, ReturnReason>, string> = {
  cancelled: 'You have cancelled your enrolment.',
  refunded: 'The school has refunded your payment, and your enrolment has ended.',
  withdrawn: 'The class does not take place. We are sorry.',
  at_provider: 'Your payment has been refunded, and your enrolment has ended.',
}

export function receiptLetter({ publicUrl }: Ctx, payment: Payment): Letter {
  return {
    to: payment.email,
    subject: `Receipt ${payment.receipt}: ${payment.className}`,
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
    subject: `Your money goes back: ${payment.className}`,
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
    subject: `Refund of receipt ${payment.receipt}: ${payment.className}`,
    paragraphs: [
      `Dear ${payment.name},`,
      wordsFor(reason),
      `${priceOf(payment)} goes back to your card, within some days.\nTransaction ${payment.transactionId}`,
      { words: 'Your receipt, to print', address: `${publicUrl}/dashboard/receipt/${payment.id}` },
    ],
  }
}

function wordsFor(reason: RefundReason): string {
  return reason in REASONS ? REASONS[reason as keyof typeof REASONS] : RETURNED[reason as ReturnReason]
}

function priceOf({ amountMinor, currency }: Payment): string {
  return formatMoney(amountMinor, currency)
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

function dayOf(time: number): string {
  return DAY.format(time)
}
