/** Paying and what follows from it: intents, payments, enrolments. */
import { z } from 'zod'
import { Id, Price, Timestamp } from './fields.ts'

/** A seat stays held this long after a payment was begun; asking again renews it, up to the whole. In minutes. */
export const HOLD_MINUTES = 15
export const HOLD_MINUTES_IN_ALL = 60

export const PAYMENT_STATUSES = ['pending', 'paid', 'refunded'] as const
export const PaymentStatus = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const IntentRequest = z.object({ price: Price, cartId: Id.optional() })
export const Intent = z.object({ clientSecret: z.string() })

/** The specification's further fields may be sent; the server takes them from the attempt that the transaction belongs to. */
export const PaymentReport = z.looseObject({ transactionId: z.string().min(1).max(255) })
export const PaymentResult = z.object({ paymentResult: z.object({ insertedId: Id }) })

export const Payment = z.object({
  _id: Id,
  email: z.string(),
  name: z.string(),
  transactionId: z.string(),
  price: Price,
  cartId: Id,
  classId: Id,
  classImage: z.string(),
  className: z.string(),
  status: PaymentStatus,
  created_at: Timestamp,
})
export type Payment = z.infer<typeof Payment>

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
