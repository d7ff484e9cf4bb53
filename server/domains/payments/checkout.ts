/** A checkout: the attempts to pay for one order, which are open, settled or released together. */
import { desc, eq } from 'drizzle-orm'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Attempt, attempts, isFirst } from './payments.table.ts'

export interface Checkout {
  /** The id of its order, and of its first attempt. */
  id: string
  /** The provider's payment intent; null until the provider has created it. */
  intentId: string | null
  heldSince: number
  /** The first one stands for the order. */
  seats: Attempt[]
}

/** Reads the checkout of an order. */
export async function readCheckout(db: Database, orderId: string): Promise<Checkout> {
  return toCheckout(
    await db
      .select()
      .from(attempts)
      .where(eq(attempts.orderId, orderId))
      .orderBy(...firstFirst),
  )
}

/** The order of the attempts of an order: the first one, then by class. */
export const firstFirst = [desc(isFirst), attempts.className, attempts.id]

/** Builds a checkout of its attempts, the first one first. */
export function toCheckout(seats: Attempt[]): Checkout {
  const { orderId: id, intentId, heldSince } = must(seats[0])
  return { id, intentId, heldSince, seats }
}

/** Returns what the card pays, in the minor unit. */
export function sumDue(seats: readonly Pick<Attempt, 'amountMinor' | 'creditMinor'>[]): number {
  return seats.reduce((all, { amountMinor, creditMinor }) => all + amountMinor - creditMinor, 0)
}

/** Returns what vouchers pay, in the minor unit. */
export function sumVouchers(seats: readonly Pick<Attempt, 'voucherMinor'>[]): number {
  return seats.reduce((all, { voucherMinor }) => all + voucherMinor, 0)
}

/** Returns what credit pays, in the minor unit. */
export function sumCredit(seats: readonly Pick<Attempt, 'creditMinor' | 'voucherMinor'>[]): number {
  return seats.reduce((all, { creditMinor, voucherMinor }) => all + creditMinor - voucherMinor, 0)
}
