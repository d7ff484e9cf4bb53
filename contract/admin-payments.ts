/** Payments of all students, for admins: lists, sums, refunds and what the card provider reports. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { HAND_METHODS } from './payment-methods.ts'
import { Payment, PaymentStatus, Refund } from './payments.ts'
import { ById, Day, Id, LineText, Modified, Price, Timestamp } from './values/fields.ts'
import { MAX_NAME_LENGTH } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'

/** A refund by an admin: without an amount, of all that is left of the payment. */
export const RefundRequest = z.object({
  /** In the currency of the payment. */
  amount: Price.positive().optional(),
  /** True if the student stays enrolled: by default where something stays paid. */
  keep_seat: z.boolean().optional(),
  /** For the school's own records. */
  reason: LineText.max(MAX_NAME_LENGTH).optional(),
  /** True to give credit in place of money. */
  credit: z.boolean().optional(),
  /** Method by which the school has paid the money back by hand. Only for payments that it received by hand. */
  by_hand: z.enum(HAND_METHODS).optional(),
})
export type RefundRequest = z.infer<typeof RefundRequest>

const AdminRefund = Refund.extend({
  /** The card provider's message about a failed refund. */
  problem: z.string().nullable(),
  /** The reason that an admin gave. */
  note: z.string().nullable(),
})

export const AdminPayment = Payment.extend({
  refund: AdminRefund.nullable(),
  /** The largest refund that is possible: of a payment that bought a seat, with the cost of its moves. */
  left: Price,
  /** All refunds, newest first. */
  refunds: z.array(AdminRefund),
  /** True if one of them failed that later ones have not replaced and that is not more than what is left: it can be tried again. */
  lacking: z.boolean(),
})
export type AdminPayment = z.infer<typeof AdminPayment>

/** `q` searches name, e-mail, class, transaction id and receipt number. Both days belong to the period, in the school's zone. */
export const PaymentsQuery = listQuery(['created_at', 'name', 'className', 'price', 'status']).extend({
  status: PaymentStatus.optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type PaymentsQuery = z.infer<typeof PaymentsQuery>

/** Sums of the matching payments of one currency. */
export const PaymentSum = z.object({
  /** ISO 4217, lower case. */
  currency: z.string(),
  payments: z.int(),
  /** Paid by students. */
  paid: Price,
  /** Refunded part of it, in money. */
  refunded: Price,
  /** Part of it that was given back as credit. */
  credited: Price,
})
export type PaymentSum = z.infer<typeof PaymentSum>

/** An event at the card provider that an admin must handle. */
export const Incident = z.object({
  _id: Id,
  /** Null if the payment is unknown here. */
  paymentId: Id.nullable(),
  transactionId: z.string(),
  text: z.string(),
  created_at: Timestamp,
})
export type Incident = z.infer<typeof Incident>

export const adminPaymentsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  refundPayment: endpoint({
    method: 'POST',
    path: '/payment/{id}/refund',
    summary:
      'Refunds a payment or a part of it, with what moves of its seat have cost, the newest of them first, and notifies the student. Ends the enrolment and frees the seat unless the student keeps it; the refund of a move alone never does.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    body: RefundRequest.nullish(),
    response: Modified,
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: '/payment/{id}/refund/retry',
    summary: 'Retries the newest refund that failed at the card provider and that later ones have not replaced.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    response: Modified,
  }),
  findPayments: endpoint({
    method: 'GET',
    path: '/payments/all',
    summary: 'Lists the payments of all users, newest first; with a query only the matching ones, one page at a time.',
    access: 'admin',
    query: PaymentsQuery,
    response: z.array(AdminPayment),
    paged: true,
  }),
  sumPayments: endpoint({
    method: 'GET',
    path: '/payments/sums',
    summary: 'Returns what the matching payments of all users come to, by currency, whatever page the query names.',
    access: 'admin',
    query: PaymentsQuery,
    response: z.array(PaymentSum),
  }),
  exportPayments: endpoint({
    method: 'GET',
    path: '/payments.csv',
    summary: 'Exports the matching payments as a CSV file.',
    access: 'admin',
    query: PaymentsQuery,
    response: z.string(),
    file: 'csv',
  }),
  listIncidents: endpoint({
    method: 'GET',
    path: '/payments/incidents',
    summary: 'Lists disputes and failed refunds, which an admin must handle, newest first.',
    access: 'admin',
    response: z.array(Incident),
  }),
}))
