/** Prices of the seats of a checkout, with the reasons of their discounts. */
import { type OrderLine, price, spread } from '#contract/price.ts'
import { readAmountStep } from '#contract/values/money.ts'
import type { CouponRow } from '#server/domains/coupons/coupons.table.ts'
import * as Redemptions from '#server/domains/coupons/redemptions.ts'
import { UnknownCodeError } from '#server/domains/coupons/wrong-codes.ts'
import { type Balance, countBalance } from '#server/domains/vouchers/balances.ts'
import * as VoucherUses from '#server/domains/vouchers/voucher-uses.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { Context } from '#server/ports/context.ts'

/** A seat at its list price. */
export interface ListedSeat {
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
  /** The part of the amount that credit and vouchers pay. */
  creditMinor: number
  /** The part of it that vouchers pay. */
  voucherMinor: number
  currency: string
}

export interface DiscountedSeat extends PricedSeat {
  discounts: Discount[]
  /** Amount that each voucher pays. */
  uses: Use[]
}

interface Use {
  voucherId: string
  amountMinor: number
}

export interface WantedCode {
  /** As codes are compared. */
  key: string
  /** Null where no coupon has the code now. A checkout that was begun with it keeps its price. */
  coupon: CouponRow | null
}

/** Requested means of payment beside the card. */
export interface WantedMeans {
  code: WantedCode | null
  /** The ids of vouchers, in the order of their use. */
  voucherIds: string[]
  usesCredit: boolean
}

/** Available means of payment. */
export interface PresentMeans {
  code: WantedCode | null
  vouchers: Balance[]
  credit: number
}

/** Returns what seats cost now, in their order. @throws AppError CODE_INVALID with the reason, also for a coupon that reduces none */
export function priceSeats(
  ctx: Pick<Context, 'currency' | 'school'>,
  seats: readonly ListedSeat[],
  { code, vouchers, credit }: PresentMeans,
): DiscountedSeat[] {
  const { currency, school } = ctx
  const coupon = code && requireCoupon(code)
  const classIds = seats.map(({ classId }) => classId)
  if (coupon) Redemptions.requireTaken({ school }, coupon, classIds)
  const listed = seats.map(({ classId, listPriceMinor: amountMinor }, index) => {
    return { key: String(index), classId, amountMinor }
  })
  for (const balance of vouchers) VoucherUses.requireUsable(ctx, balance)
  const means = { coupon: coupon && toCoupon(coupon), vouchers: vouchers.map(countBalance), credit }
  const { lines, creditMinor, vouchersMinor } = price(listed, means, currency)
  if (vouchersMinor.includes(0)) throw new AppError('CODE_INVALID', NOTHING_LEFT)
  if (coupon && !lines.some(({ reason }) => reason === 'coupon')) throw new AppError('CODE_INVALID', NOTHING_OFF)
  const priced = seats.map(({ listPriceMinor }, index) => {
    const own = lines.filter(({ key }) => key === String(index))
    return { ...reduce(listPriceMinor, own, coupon), currency }
  })
  const parts = vouchersMinor.map((amountMinor, index) => ({
    voucherId: must(vouchers[index]).voucher.id,
    amountMinor,
  }))
  const uses = spreadAll([...parts, { voucherId: null, amountMinor: creditMinor }], priced, currency)
  return priced.map((seat, index) => ({ ...seat, ...divide(must(uses[index])) }))
}

/** Returns a seat with its discounts. @param lines those of the seat */
function reduce(listPriceMinor: number, lines: OrderLine[], coupon: CouponRow | null) {
  const discounts = lines
    .filter(({ kind }) => kind === 'discount')
    .map(({ reason, amountMinor }) => ({ text: describeReason(reason, coupon), amountMinor }))
  const off = discounts.reduce((all, { amountMinor }) => all + amountMinor, 0)
  return { listPriceMinor, amountMinor: listPriceMinor + off, discounts }
}

interface Part {
  /** Null for credit. */
  voucherId: string | null
  amountMinor: number
}

/** Divides what vouchers and credit pay among the seats, each in proportion to what is left of these. */
function spreadAll(parts: Part[], seats: { amountMinor: number }[], currency: string): Part[][] {
  const left = seats.map(({ amountMinor }) => amountMinor)
  const paid = seats.map((): Part[] => [])
  for (const { voucherId, amountMinor } of parts)
    for (const [index, share] of spread(amountMinor, left, readAmountStep(currency)).entries()) {
      left[index] = (left[index] ?? 0) - share
      if (share > 0) paid[index]?.push({ voucherId, amountMinor: share })
    }
  return paid
}

function divide(parts: Part[]): Pick<DiscountedSeat, 'creditMinor' | 'voucherMinor' | 'uses'> {
  const uses = parts.flatMap(({ voucherId, amountMinor }) => (voucherId === null ? [] : [{ voucherId, amountMinor }]))
  const sum = (all: { amountMinor: number }[]) => all.reduce((total, { amountMinor }) => total + amountMinor, 0)
  return { creditMinor: sum(parts), voucherMinor: sum(uses), uses }
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

const NOTHING_LEFT = 'Nothing is left for this voucher to pay.'
const NOTHING_OFF = 'This code takes nothing off these classes.'
