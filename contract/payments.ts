/** Payments and their consequences: intents, refunds, receipts and withdrawals. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { EnrolmentEnd } from './enrolments.ts'
import { HAND_METHODS } from './payment-methods.ts'
import { RunStart } from './runs.ts'
import { QuotedStep, ShownTerms } from './terms.ts'
import { ById, ClockTime, Id, Modified, OwnEmail, ownQuery, Price, Text, Timestamp } from './values/fields.ts'
import { HOLD_MINUTES } from './values/limits.ts'

export const PAYMENT_STATUSES = ['pending', 'paid', 'refunded'] as const
export const PaymentStatus = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** Reasons that a captured payment bought nothing and is refunded at once. */
export const RETURN_REASONS = [
  'seat_gone',
  'class_gone',
  'user_gone',
  'enrolled_already',
  'amount_differs',
  'move_gone',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/**
 * Reasons of a refund: by the student, a move to a cheaper date, a resale of the seat, an admin, a withdrawn class or canceled run, or
 * the card provider.
 */
export const REFUND_REASONS = [
  'cancelled',
  'resold',
  'refunded',
  'withdrawn',
  'run_canceled',
  'at_provider',
  'moved',
  ...RETURN_REASONS,
] as const
export const RefundReason = z.enum(REFUND_REASONS)
export type RefundReason = z.infer<typeof RefundReason>

/** `queued` until the card provider has sent the money back; `failed` if it could not, which admins see. */
export const REFUND_STATUSES = ['queued', 'done', 'failed'] as const
export const RefundStatus = z.enum(REFUND_STATUSES)

/** Destination of a refund. Credit is given at once; a refund by hand is recorded once the school has paid it. */
const RefundMethod = z.enum(['card', 'credit', ...HAND_METHODS])

export const IntentRequest = z.object({ price: Price, cartId: Id.optional() })
export const Intent = z.object({ clientSecret: z.string() })

/** A seat that the caller holds while they pay. */
export const Hold = z.object({
  _id: Id,
  cartId: Id,
  classId: Id,
  runId: Id,
  className: z.string(),
  /** The time at which the hold ends, unless the payment page renews it. */
  held_until: Timestamp,
})
export type Hold = z.infer<typeof Hold>

/** The specification's further fields may be sent; the server ignores them and uses the attempt of the transaction. */
export const PaymentRequest = z.looseObject({ transactionId: Text.min(1).max(255) })
export const PaymentResult = z.object({ paymentResult: z.object({ insertedId: Id }) })

export const Refund = z.object({
  method: RefundMethod,
  amount: Price,
  reason: RefundReason,
  status: RefundStatus,
  created_at: Timestamp,
})

export type Refund = z.infer<typeof Refund>

/** The cancellation terms of a seat that is about to be paid for: of its checkout, or else of its class now. */
export const CartTerms = z.object({
  ...ShownTerms.shape,
  time_zone: z.string().nullable(),
  /** Refunds of the price after a payment now, in the order of the last moments. */
  quotes: z.array(QuotedStep),
})
export type CartTerms = z.infer<typeof CartTerms>

/** Refund for a seat that is given up now, as the call that gives it up expects it. */
export const Cancellation = z.object({
  ...QuotedStep.shape,
  time_zone: z.string().nullable(),
  /** Later refunds, in the order of the last moments. */
  later: z.array(QuotedStep),
})
export type Cancellation = z.infer<typeof Cancellation>

/** The sums that the student was shown. Without them those of now count. */
export const CancellationRequest = z.object({ expected_refund: Price.optional(), expected_credit: Price.optional() })
export type CancellationRequest = z.infer<typeof CancellationRequest>

/** Refund for a seat once it is sold again, after which its student is no longer enrolled. */
export const SeatResale = z.object({
  refund: Price,
  credit: Price,
  /** Time of the student's offer of the seat; null while they keep it. */
  since: Timestamp.nullable(),
})
export type SeatResale = z.infer<typeof SeatResale>

/** True offers the seat of a payment for sale again, false takes it back. */
export const ReturnRequest = z.object({ on: z.boolean() })

export const Payment = z.object({
  _id: Id,
  /** The number of the order. */
  order: z.int(),
  orderId: Id,
  /** Of the buyer. */
  email: z.string(),
  name: z.string(),
  /** The name of who takes part, where that is another person than the buyer; null otherwise. */
  student: z.string().nullable(),
  transactionId: z.string(),
  /** Amount paid by card, with vouchers and with credit. */
  price: Price,
  /** The part of it that credit paid. */
  credit: Price,
  /** The part of it that vouchers paid. */
  voucher: Price,
  /** Method by which the school received all of it by hand; null where it was paid here. */
  by_hand: z.enum(HAND_METHODS).nullable(),
  /** The list price of that time; of a move, what it cost. */
  list_price: Price,
  /** True if it paid for the move of a seat to another date. What comes back for the seat is quoted for the payment that bought it. */
  is_move: z.boolean(),
  /** Refunds of it in money, those on their way to the card included. */
  refunded: Price,
  /** Refunds of it as credit. */
  credited: Price,
  /** ISO 4217, lower case: the currency at the time of the payment. */
  currency: z.string(),
  cartId: Id,
  classId: Id,
  runId: Id,
  classImage: z.string(),
  className: z.string(),
  ...RunStart.shape,
  /** `refunded` once something goes back and the enrolment has ended. */
  status: PaymentStatus,
  /** True if the cardholder's bank is deciding on a dispute. Until then the payment can be neither cancelled nor refunded. */
  disputed: z.boolean(),
  /** The receipt's number. */
  receipt: z.int(),
  /** The newest refund. */
  refund: Refund.nullable(),
  /** End of the enrolment that it bought, with the reason; null while it lasts, and where it bought none. */
  ended: EnrolmentEnd.nullable(),
  /** True while the student may give up the seat, whether or not anything comes back. */
  may_cancel: z.boolean(),
  /** The time until which the full amount comes back; null if it no longer does. */
  cancel_until: Timestamp.nullable(),
  /** The same as a clock time of the run's zone, or of the school's for an open run. */
  cancel_until_clock: ClockTime.nullable(),
  /** The last moment of the buyer's choice for a seat that the school has canceled; null otherwise. */
  choose_until: Timestamp.nullable(),
  /** The same as a clock time, as `cancel_until_clock`. */
  choose_until_clock: ClockTime.nullable(),
  /** Null where the student cannot offer the seat for sale again, or gets no more by it than by cancelling. */
  resale: SeatResale.nullable(),
  created_at: Timestamp,
})
export type Payment = z.infer<typeof Payment>

export const paymentsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  createPaymentIntent: endpoint({
    method: 'POST',
    path: '/create-payment-intent',
    summary: `Holds a seat for ${HOLD_MINUTES} minutes and returns the secret with which the browser confirms the card payment.`,
    access: 'student',
    body: IntentRequest,
    response: Intent,
  }),
  listHolds: endpoint({
    method: 'GET',
    path: '/holds',
    summary: 'Lists the seats that the caller holds while they pay, newest first.',
    access: 'user',
    response: z.array(Hold),
  }),
  releaseHold: endpoint({
    method: 'POST',
    path: '/hold/{id}/release',
    summary:
      'Cancels an attempt of the caller at the card provider and releases its seat. A payment that was faster is settled.',
    access: 'user',
    params: ById,
    response: Modified,
  }),
  getCartTerms: endpoint({
    method: 'GET',
    path: '/cart/{id}/terms',
    summary: "Returns the cancellation terms of one of the caller's selected classes, with dates and amounts.",
    access: 'student',
    params: ById,
    response: CartTerms,
  }),
  recordPayment: endpoint({
    method: 'POST',
    path: '/payments',
    summary:
      'Settles a paid attempt: records payment, seat and enrolment and removes the cart item. Idempotent: returns the same id again.',
    access: 'user',
    body: PaymentRequest,
    response: PaymentResult,
  }),
  listPayments: endpoint({
    method: 'GET',
    path: '/payments',
    summary: "Lists the caller's payments, newest first. Refunded ones stay in the list, with the status `refunded`.",
    access: 'user',
    own: ownQuery,
    query: OwnEmail,
    response: z.array(Payment),
  }),
  getPayment: endpoint({
    method: 'GET',
    path: '/payment/{id}',
    summary: "Returns one of the caller's payments, for its receipt; admins may read any payment.",
    access: 'user',
    params: ById,
    response: Payment,
  }),
  getCancellation: endpoint({
    method: 'GET',
    path: '/payment/{id}/cancellation',
    summary: 'Returns what comes back if the caller gives up the seat of one of their payments now, and later.',
    access: 'user',
    params: ById,
    response: Cancellation,
  }),
  cancelPayment: endpoint({
    method: 'POST',
    path: '/payment/{id}/cancellation',
    summary:
      'Ends an enrolment of the caller before its date begins, and refunds what its cancellation terms give at the time of the request.',
    access: 'user',
    params: ById,
    body: CancellationRequest.nullish(),
    response: Modified,
  }),
  returnSeat: endpoint({
    method: 'POST',
    path: '/payment/{id}/return',
    summary:
      "Offers the seat of one of the caller's payments for sale again, by its terms, or takes it back until it is being bought. It is sold once no other seat is free.",
    access: 'user',
    params: ById,
    body: ReturnRequest,
    response: Modified,
    rateLimit: { max: 60, minutes: 10 },
  }),
}))
