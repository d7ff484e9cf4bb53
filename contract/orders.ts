/** Orders: what a buyer owes, has paid and was refunded, in one view. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { PAYMENT_METHODS } from './payment-methods.ts'
import { PaymentStatus, Refund } from './payments.ts'
import { ById, Id, Price, Timestamp } from './values/fields.ts'
import { listQuery } from './values/pagination.ts'

/** Kinds of lines of an order. */
export const ORDER_LINE_KINDS = ['seat', 'move', 'fee', 'discount', 'voucher'] as const

/** `open` while its seats are held and unpaid, then `completed`, or `released` where it was not paid. */
export const ORDER_STATES = ['open', 'completed', 'released'] as const

export const OrderLine = z.object({
  _id: Id,
  kind: z.enum(ORDER_LINE_KINDS),
  /** The name of the class at that time, why its seat costs less, or what the fee is for. */
  text: z.string(),
  /** Null of a voucher. */
  classId: Id.nullable(),
  /** The run that was bought, also where its student has moved since; null of a voucher. */
  runId: Id.nullable(),
  /** Of a discount 0. */
  list_price: Price,
  /** Of a discount negative; of a move the difference, which is negative where its date is cheaper. */
  amount: z.number(),
})

export const OrderPayment = z.object({
  _id: Id,
  method: z.enum(PAYMENT_METHODS),
  amount: Price,
  status: PaymentStatus,
  transactionId: z.string(),
  /** Null of a voucher that was bought. */
  receipt: z.int().nullable(),
  created_at: Timestamp,
})

export const Order = z.object({
  _id: Id,
  number: z.int(),
  /** The buyer at that time. */
  name: z.string(),
  email: z.string(),
  /** ISO 4217, lower case. */
  currency: z.string(),
  state: z.enum(ORDER_STATES),
  lines: z.array(OrderLine),
  payments: z.array(OrderPayment),
  /** Oldest first, queued and failed ones included. */
  refunds: z.array(Refund.extend({ paymentId: Id })),
  /** The sum of the lines. */
  total: Price,
  paid: Price,
  /** Refunds of it in money, queued ones included. */
  refunded: Price,
  /** Refunds of it as credit. */
  credited: Price,
  /** Amount still to be paid. */
  due: Price,
  created_at: Timestamp,
})
export type Order = z.infer<typeof Order>

export const OrdersQuery = listQuery(['created_at'])
export type OrdersQuery = z.infer<typeof OrdersQuery>

export const ordersEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listOrders: endpoint({
    method: 'GET',
    path: '/orders',
    summary:
      "Lists the caller's orders, newest first, one page at a time; admins get those of all users. Released ones are left out. `q` is the number of one.",
    access: 'user',
    query: OrdersQuery,
    response: z.array(Order),
    paged: true,
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/order/{id}',
    summary: "Returns one of the caller's orders with its lines, payments and refunds; admins may read any order.",
    access: 'user',
    params: ById,
    response: Order,
  }),
}))
