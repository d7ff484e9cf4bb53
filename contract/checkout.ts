/** Paying for several selected classes at once: all seats or none, with one card payment. */
import { z } from 'zod'
import { TypedCode } from './coupons.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ORDER_LINE_KINDS } from './orders.ts'
import { PaymentResult } from './payments.ts'
import { QuotedStep, ShownTerms } from './terms.ts'
import { ById, Id, Price } from './values/fields.ts'
import { HOLD_MINUTES, MAX_CHECKOUT_ITEMS, MAX_HOLDS, MAX_ORDER_VOUCHERS } from './values/limits.ts'

/** The selected classes to pay for. */
const selection = {
  cartIds: z
    .array(Id)
    .min(1)
    .max(MAX_CHECKOUT_ITEMS)
    .refine((ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length, 'must not name an item twice'),
  /** A coupon, vouchers, or several of them: one coupon at most. Case, spaces and hyphens do not matter. */
  code: z.union([TypedCode, z.array(TypedCode).max(1 + MAX_ORDER_VOUCHERS)]).nullish(),
  /** True to pay with the caller's credit, before the card. */
  use_credit: z.boolean().optional(),
}

export const CheckoutSelection = z.object(selection)
export type CheckoutSelection = z.infer<typeof CheckoutSelection>

export const CheckoutLine = z.object({
  kind: z.enum(ORDER_LINE_KINDS),
  /** The name of the class, or why its seat costs less. */
  text: z.string(),
  /** The selected class, also of a discount. */
  cartId: Id.optional(),
  /** In the school's currency; of a discount negative. */
  amount: z.number(),
})

/** Refunds for the seat of a class that is given up after a payment now, and the school's own words about them. */
export const CheckoutTerms = z.object({
  classId: Id,
  text: z.string(),
  time_zone: z.string().nullable(),
  /** In the order of the last moments. */
  steps: z.array(QuotedStep),
  ...ShownTerms.pick({ resale: true, resale_fee: true, changes: true }).shape,
})

/** The price of selected classes together. The lines come to `total`; `total`, less credit and voucher, is `due` by card. */
export const CheckoutPreview = z.object({
  lines: z.array(CheckoutLine),
  total: Price,
  credit: Price,
  voucher: Price,
  due: Price,
  terms: z.array(CheckoutTerms),
})
export type CheckoutPreview = z.infer<typeof CheckoutPreview>

/** `expected_due`: what the student was shown. */
export const CheckoutRequest = z.object({ ...selection, expected_due: Price })
export type CheckoutRequest = z.infer<typeof CheckoutRequest>

export const StartedCheckout = z.object({
  orderId: Id,
  /** The number of the order. */
  number: z.int(),
  due: Price,
  /** The secret with which the browser confirms the card; null where nothing is due by card. */
  clientSecret: z.string().nullable(),
})
export type StartedCheckout = z.infer<typeof StartedCheckout>

export const checkoutEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  previewCheckout: endpoint({
    method: 'POST',
    path: '/checkout/preview',
    summary:
      "Returns what some of the caller's selected classes cost together, and their cancellation terms. Holds nothing.",
    access: 'student',
    body: CheckoutSelection,
    response: CheckoutPreview,
  }),
  beginCheckout: endpoint({
    method: 'POST',
    path: '/checkout',
    summary: `Holds a seat of each class for ${HOLD_MINUTES} minutes, all or none, at most ${MAX_HOLDS}, and opens their order. Repeated with the same classes, it renews the hold and returns the same order.`,
    access: 'student',
    body: CheckoutRequest,
    response: StartedCheckout,
  }),
  completeCheckout: endpoint({
    method: 'POST',
    path: '/checkout/{id}/completion',
    summary: 'Completes an order of which nothing is due by card. Idempotent: returns the same id again.',
    access: 'user',
    params: ById,
    response: PaymentResult,
  }),
}))
