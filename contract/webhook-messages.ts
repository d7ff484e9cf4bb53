/** The messages that webhooks receive: the payload of each event. Images have absolute URLs, as in the API's responses. */
import { z } from 'zod'
import { SchoolClass } from './classes.ts'
import { Order } from './orders.ts'
import { Payment, PaymentStatus, Refund, RefundReason } from './payments.ts'
import { Run } from './runs.ts'
import { Id, Price, Timestamp } from './values/fields.ts'

/** A new enrolment, as an admin's exports show it. */
export const NewEnrolment = z.object({
  _id: Id,
  classId: Id,
  runId: Id,
  className: z.string(),
  /** Null for an enrolment that an admin granted. */
  paymentId: Id.nullable(),
  userId: Id,
  name: z.string(),
  email: z.string(),
  created_at: Timestamp,
})
export type NewEnrolment = z.infer<typeof NewEnrolment>

const { _id, receipt, classId, className, name, email, price, currency, transactionId, created_at } = Payment.shape

/** A payment of which a refund has been requested, in whole or in part; the card provider sends the money soon after. */
export const RefundedPayment = z.object({
  ...{ _id, receipt, classId, className, name, email, price, currency, transactionId, created_at },
  userId: Id,
  status: PaymentStatus,
  refund: Refund.omit({ status: true }),
})
export type RefundedPayment = z.infer<typeof RefundedPayment>

/** An order that was paid, with what it has bought. Money that bought nothing is no order. */
export const CompletedOrder = Order.omit({
  state: true,
  refunds: true,
  refunded: true,
  credited: true,
  due: true,
}).extend({
  userId: Id,
})
export type CompletedOrder = z.infer<typeof CompletedOrder>

/** A refund that the card provider has sent, or that was made there. Credit is given at once, and no such refund. */
export const SentRefund = z.object({
  /** Of a gift voucher, which is refunded once and as a whole, that of the voucher. */
  _id: Id,
  /** The id of a payment in the order. */
  paymentId: Id,
  /** Null for a gift voucher, which has none. */
  receipt: z.int().nullable(),
  userId: Id,
  amount: Price,
  currency: z.string(),
  reason: RefundReason,
  transactionId: z.string(),
  created_at: Timestamp,
})
export type SentRefund = z.infer<typeof SentRefund>

/** A run that was added, changed, confirmed or canceled, as it is now. */
export const ChangedRun = z.object({
  classId: Id,
  className: z.string(),
  /** `minimum` and `decide_at` stay after the instructor has confirmed it. The link is for its students only. */
  run: Run.omit({ link: true, own_price: true, version: true }),
})
export type ChangedRun = z.infer<typeof ChangedRun>

/** The `data` of each event. A class has its public fields. */
export const WEBHOOK_DATA = {
  'class.approved': SchoolClass.omit({ withdrawn_at: true, archived_at: true, version: true }),
  'enrollment.created': NewEnrolment,
  'order.completed': CompletedOrder,
  'payment.refunded': RefundedPayment,
  'refund.sent': SentRefund,
  'run.changed': ChangedRun,
} as const

export type WebhookData = { [Type in keyof typeof WEBHOOK_DATA]: z.infer<(typeof WEBHOOK_DATA)[Type]> }

/** The body of a message. `timestamp` is the time of the event in ISO 8601. Source: https://www.standardwebhooks.com */
export interface WebhookMessage<Type extends keyof WebhookData = keyof WebhookData> {
  type: Type
  timestamp: string
  data: WebhookData[Type]
}
