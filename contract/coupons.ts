/** Coupons: codes that reduce what seats cost. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Day, Deleted, Id, Inserted, LineText, Modified, Text } from './values/fields.ts'
import { MAX_CODE_LENGTH, MAX_COUPON_CLASSES, MAX_COUPON_USES } from './values/limits.ts'
import { normalizeCode } from './values/normalize-code.ts'

/** A percentage of what the seats cost, or an amount for the whole order. */
export const COUPON_KINDS = ['percent', 'amount'] as const
export const CouponKind = z.enum(COUPON_KINDS)
export type CouponKind = z.infer<typeof CouponKind>

/** A code as it is typed. Unknown and malformed ones are refused alike, so that both count as wrong. */
export const TypedCode = Text.max(MAX_CODE_LENGTH)

const Uses = z.int().min(1).max(MAX_COUPON_USES).nullable()

const fields = {
  code: LineText.max(MAX_CODE_LENGTH).refine(
    (code) => /^[\p{L}\p{N}]{3,}$/u.test(normalizeCode(code)),
    'must have at least 3 letters and digits, and beside them spaces and hyphens only',
  ),
  kind: CouponKind,
  /** A percentage above 0 of at most two decimals, or an amount in the school's currency. */
  value: z.number().positive(),
  /** The most uses; null for any number. */
  max_uses: Uses,
  /** The most uses by one account. */
  per_person: Uses,
  /** The classes whose seats it reduces; null for all. */
  classes: z.array(Id).min(1).max(MAX_COUPON_CLASSES).nullable(),
  /** The first and the last day on which it is taken, in the school's zone. */
  from: Day.nullable(),
  until: Day.nullable(),
}

/** Code, kind and value are required. */
export const NewCoupon = z.object({
  ...fields,
  max_uses: fields.max_uses.default(null),
  per_person: fields.per_person.default(null),
  classes: fields.classes.default(null),
  from: fields.from.default(null),
  until: fields.until.default(null),
})
export type NewCoupon = z.infer<typeof NewCoupon>

/** Absent fields stay as they are. */
export const CouponChange = z.object(fields).partial()
export type CouponChange = z.infer<typeof CouponChange>

export const Coupon = z.object({
  _id: Id,
  ...fields,
  /** Uses by orders that are paid or in checkout. */
  uses: z.int(),
  /** The value for `If-Match`. */
  version: z.int(),
})
export type Coupon = z.infer<typeof Coupon>

export const couponsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listCoupons: endpoint({
    method: 'GET',
    path: '/coupons',
    summary: 'Lists the coupons, newest first, with how often each was used.',
    access: 'admin',
    response: z.array(Coupon),
  }),
  addCoupon: endpoint({
    method: 'POST',
    path: '/coupons',
    summary: 'Adds a coupon. Its code ignores case, spaces and hyphens.',
    access: 'admin',
    body: NewCoupon,
    response: Inserted,
    rateLimit: { max: 120, minutes: 10 },
  }),
  changeCoupon: endpoint({
    method: 'PATCH',
    path: '/coupon/{id}',
    summary: 'Changes a coupon. Orders in checkout keep the discount that they have.',
    access: 'admin',
    params: ById,
    body: CouponChange,
    response: Modified,
    versioned: true,
    rateLimit: { max: 120, minutes: 10 },
  }),
  deleteCoupon: endpoint({
    method: 'DELETE',
    path: '/coupon/{id}',
    summary: 'Deletes a coupon. Orders in checkout keep the discount that they have.',
    access: 'admin',
    params: ById,
    response: Deleted,
  }),
}))
