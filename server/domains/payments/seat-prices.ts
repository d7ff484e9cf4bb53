/** What the seats of a checkout cost, with the reasons why some cost less. */
import { type OrderLine, price, spread } from '#contract/price.ts'
import { readAmountStep } from '#contract/values/money.ts'
import type { CouponRow } from '#server/domains/coupons/coupons.table.ts'
import * as Redemptions from '#server/domains/coupons/redemptions.ts'
import { UnknownCodeError } from '#server/domains/coupons/wrong-codes.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Context } from '#server/ports/context.ts'

/** A seat at its list price. */
export interface ListedSeat {
  /** The selection. */
  cartId: string
  classId: string
  listPriceMinor: number
}

export interface Discount {
  text: string
  /** Negative. */
  amountMinor: number
}

/** A seat and its price, as it is held or as it is now. */
export interface PricedSeat {
  listPriceMinor: number
  /** After discounts. */
  amountMinor: number
  /** The part of the amount that credit pays. */
  creditMinor: number
  currency: string
}

export interface DiscountedSeat extends PricedSeat {
  discounts: Discount[]
}

export interface WantedCode {
  /** As codes are compared. */
  key: string
  /** Null where no coupon has the code now. A checkout that was begun with it keeps its price. */
  coupon: CouponRow | null
}

/** What a student pays with beside the card. */
export interface WantedMeans {
  code: WantedCode | null
  usesCredit: boolean
}

/** Returns what seats cost now, in their order. @throws AppError CODE_INVALID with the reason, also for a coupon that reduces none */
export function priceSeats(
  { currency, school }: Pick<Context, 'currency' | 'school'>,
  seats: readonly ListedSeat[],
  { code, credit }: { code: WantedCode | null; credit: number },
): DiscountedSeat[] {
  const coupon = code && requireCoupon(code)
  const classIds = seats.map(({ classId }) => classId)
  if (coupon) Redemptions.requireTaken({ school }, coupon, classIds)
  const listed = seats.map(({ cartId: key, classId, listPriceMinor: amountMinor }) => ({ key, classId, amountMinor }))
  const means = { coupon: coupon && toCoupon(coupon), vouchers: [], credit }
  const { lines, creditMinor } = price(listed, means, currency)
  if (coupon && !lines.some(({ reason }) => reason === 'coupon')) throw new AppError('CODE_INVALID', NOTHING_OFF)
  const priced = seats.map(({ cartId, listPriceMinor }) => {
    const discounts = lines
      .filter(({ key, kind }) => key === cartId && kind === 'discount')
      .map(({ reason, amountMinor }) => ({ text: describeReason(reason, coupon), amountMinor }))
    const off = discounts.reduce((all, { amountMinor }) => all + amountMinor, 0)
    return { listPriceMinor, amountMinor: listPriceMinor + off, currency, discounts }
  })
  const amounts = priced.map(({ amountMinor }) => amountMinor)
  const shares = spread(creditMinor, amounts, readAmountStep(currency))
  return priced.map((seat, index) => ({ ...seat, creditMinor: shares[index] ?? 0 }))
}

function requireCoupon({ coupon }: WantedCode): CouponRow {
  if (!coupon) throw new UnknownCodeError()
  return coupon
}

function toCoupon({ kind, value, classIds }: CouponRow) {
  return { kind, value: kind === 'percent' ? value / 100 : value, classIds }
}

function describeReason(reason: OrderLine['reason'], coupon: CouponRow | null): string {
  return reason === 'coupon' && coupon ? `Coupon ${coupon.code}` : 'Less than a card can pay'
}

const NOTHING_OFF = 'This code takes nothing off these classes.'
