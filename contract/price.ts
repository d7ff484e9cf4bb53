/** Computes what an order costs: seats less a coupon, paid with vouchers, credit and a card. Amounts are integers in minor units. */
import { minimumCharge, readAmountStep } from './values/money.ts'
import { roundHalfUp, takePercent } from './values/percent.ts'

/** A seat to buy. */
export interface SeatLine {
  /** Identifies the seat among those of the order, such as its selection. */
  key: string
  classId: string
  /** The list price. */
  amountMinor: number
}

/** A percentage of at most two decimals, or an amount in minor units for the whole order. */
export interface Coupon {
  kind: 'percent' | 'amount'
  value: number
  /** The classes whose seats it reduces; null for all. */
  classIds: readonly string[] | null
}

/** Means of payment beside a card. */
export interface Means {
  coupon: Coupon | null
  /** The balances of vouchers, in the order of their use. */
  vouchers: readonly number[]
  credit: number
}

/** A line of an order. A discount belongs to one seat, and its amount is negative. */
export interface OrderLine {
  kind: 'seat' | 'discount'
  key: string
  amountMinor: number
  /** Reason of a discount: a coupon, or a rest below the smallest charge. Null for a seat. */
  reason: 'coupon' | 'below_minimum' | null
}

export interface OrderPrice {
  lines: OrderLine[]
  /** The sum of the lines. */
  totalMinor: number
  /** Amount that each voucher pays. */
  vouchersMinor: number[]
  creditMinor: number
  /** Amount that the card pays: `total − credit − vouchers`. */
  dueMinor: number
}

/**
 * Returns the lines of an order and who pays for them. Vouchers pay first, in their order, then credit, then the card; a rest that is below
 * the smallest charge of the card provider is waived.
 */
export function price(seats: readonly SeatLine[], { coupon, vouchers, credit }: Means, currency: string): OrderPrice {
  const step = readAmountStep(currency)
  const list = seats.map(({ amountMinor }) => amountMinor)
  const discounts = coupon ? distribute(seats, coupon, step) : []
  const reduced = subtract(list, discounts)
  let unpaid = sum(reduced)
  const pay = (balance: number) => {
    const amount = Math.min(roundDown(balance, step), unpaid)
    unpaid -= amount
    return amount
  }
  const [vouchersMinor, creditMinor] = [vouchers.map(pay), pay(credit)]
  const waived = unpaid < minimumCharge(currency) ? takeFromDearest(reduced, reduced, unpaid) : []
  const toLines = (amounts: readonly number[], reason: OrderLine['reason']) =>
    seats.flatMap(({ key }, index): OrderLine[] => {
      const amountMinor = -(amounts[index] ?? 0)
      return amountMinor === 0 ? [] : [{ kind: 'discount', key, amountMinor, reason }]
    })
  return {
    lines: [
      ...seats.map(({ key, amountMinor }): OrderLine => ({ kind: 'seat', key, amountMinor, reason: null })),
      ...toLines(discounts, 'coupon'),
      ...toLines(waived, 'below_minimum'),
    ],
    totalMinor: sum(reduced) - sum(waived),
    vouchersMinor,
    creditMinor,
    dueMinor: unpaid - sum(waived),
  }
}

/** Returns what a coupon takes off each seat: its value in proportion, and what is left over off the dearest ones. */
function distribute(seats: readonly SeatLine[], { kind, value, classIds }: Coupon, step: number): number[] {
  const list = seats.map(({ classId, amountMinor }) => (!classIds || classIds.includes(classId) ? amountMinor : 0))
  const all = sum(list)
  const total = kind === 'amount' ? roundDown(value, step) : roundHalfUp(takePercent(all, value), step)
  return spread(Math.min(total, all), list, step)
}

/** Divides an amount in proportion to others, which come to at least as much. What is left over belongs to the largest ones. */
export function spread(amount: number, list: readonly number[], step: number): number[] {
  const all = sum(list)
  const shares = list.map((part) => (all === 0 ? 0 : divide(amount, part, all, step)))
  const rest = takeFromDearest(list, subtract(list, shares), amount - sum(shares))
  return shares.map((share, index) => share + (rest[index] ?? 0))
}

/** Takes an amount off the dearest seat, and off the next ones where more is left than that one still costs. */
function takeFromDearest(list: readonly number[], costs: readonly number[], amount: number): number[] {
  const taken = list.map(() => 0)
  let rest = amount
  for (const index of [...list.keys()].sort((a, b) => (list[b] ?? 0) - (list[a] ?? 0))) {
    const part = Math.min(costs[index] ?? 0, rest)
    taken[index] = part
    rest -= part
  }
  return taken
}

/** Returns `amount × part / all`, rounded down. The product may be larger than numbers are exact. */
function divide(amount: number, part: number, all: number, step: number): number {
  return roundDown(Number((BigInt(amount) * BigInt(part)) / BigInt(all)), step)
}

function roundDown(amount: number, step: number): number {
  return amount - (amount % step)
}

function subtract(amounts: readonly number[], others: readonly number[]): number[] {
  return amounts.map((amount, index) => amount - (others[index] ?? 0))
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
