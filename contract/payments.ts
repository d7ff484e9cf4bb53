/** Paying and what follows from it: intents, payments, enrolments, refunds, receipts. */
import { z } from 'zod'
import { Material } from './classes.ts'
import { Id, Price, Timestamp } from './fields.ts'
import { listQuery } from './pages.ts'

/** A seat stays held this long after a payment was begun; asking again renews it, up to the whole. In minutes. */
export const HOLD_MINUTES = 15
export const HOLD_MINUTES_IN_ALL = 60

export const PAYMENT_STATUSES = ['pending', 'paid', 'refunded'] as const
export const PaymentStatus = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** Why money that was taken could buy nothing, so that it goes back at once. */
export const RETURN_REASONS = ['seat_gone', 'class_gone', 'user_gone', 'enrolled_already', 'amount_differs'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** Why a payment is refunded: by its student, by an admin, because its class was withdrawn, or at the provider itself. */
export const REFUND_REASONS = ['cancelled', 'refunded', 'withdrawn', 'at_provider', ...RETURN_REASONS] as const
export const RefundReason = z.enum(REFUND_REASONS)
export type RefundReason = z.infer<typeof RefundReason>

/** `queued` until the provider has sent the money back; `failed` where it could not, which admins see. */
export const REFUND_STATUSES = ['queued', 'done', 'failed'] as const
export const RefundStatus = z.enum(REFUND_STATUSES)

export const IntentRequest = z.object({ price: Price, cartId: Id.optional() })
export const Intent = z.object({ clientSecret: z.string() })

/** The specification's further fields may be sent; the server takes them from the attempt that the transaction belongs to. */
export const PaymentReport = z.looseObject({ transactionId: z.string().min(1).max(255) })
export const PaymentResult = z.object({ paymentResult: z.object({ insertedId: Id }) })

export const Refund = z.object({ reason: RefundReason, status: RefundStatus, created_at: Timestamp })

export const Payment = z.object({
  _id: Id,
  email: z.string(),
  name: z.string(),
  transactionId: z.string(),
  price: Price,
  /** ISO 4217, lower case: the currency of then. */
  currency: z.string(),
  cartId: Id,
  classId: Id,
  classImage: z.string(),
  className: z.string(),
  status: PaymentStatus,
  /** What stands on the receipt. */
  receipt: z.int(),
  refund: Refund.nullable(),
  /** Until when the student may cancel by themselves; null where it is not theirs to cancel any more. */
  cancel_until: Timestamp.nullable(),
  created_at: Timestamp,
})
export type Payment = z.infer<typeof Payment>

/** A payment as admins see it, beside what they may have to see to. */
export const PaymentRecord = Payment.extend({
  refund: Refund.extend({
    /** What the provider said when it could not. */
    problem: z.string().nullable(),
  }).nullable(),
})
export type PaymentRecord = z.infer<typeof PaymentRecord>

/** `q` is looked for in name, e-mail, class, transaction id and receipt number. */
export const PaymentsQuery = listQuery(['created_at', 'name', 'className', 'price', 'status'])
export type PaymentsQuery = z.infer<typeof PaymentsQuery>

/** What the provider reports and the school cannot settle by itself. */
export const Incident = z.object({
  _id: Id,
  /** Absent where the payment is not known here. */
  paymentId: Id.nullable(),
  transactionId: z.string(),
  text: z.string(),
  created_at: Timestamp,
})
export type Incident = z.infer<typeof Incident>

export const EnrolledClass = z.object({
  _id: Id,
  classId: Id,
  className: z.string(),
  classImage: z.string(),
  instructorImage: z.string().nullable(),
  instructorEmail: z.string(),
  instructorName: z.string(),
  seats: z.int(),
  enroll: z.int(),
})
export type EnrolledClass = z.infer<typeof EnrolledClass>

/** A class from the inside. */
export const PlayedClass = EnrolledClass.extend({
  /** Absent where the instructor has not put any. */
  material: Material.nullable(),
})
export type PlayedClass = z.infer<typeof PlayedClass>

/** How far the refunds of a withdrawn class are. */
export const Withdrawal = z.object({
  withdrawn_at: Timestamp,
  /** Attempts to pay that are not ended yet. */
  open_attempts: z.int(),
  /** Payments that are not refunded yet. */
  to_refund: z.int(),
  /** Refunds by whether the money has gone back. */
  queued: z.int(),
  done: z.int(),
  failed: z.int(),
})
export type Withdrawal = z.infer<typeof Withdrawal>
