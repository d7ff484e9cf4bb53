/** The payments of a seat: the one that has bought it, and the surcharges that moves to other dates have cost. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/platform/database/database.ts'
import { type Amounts, countLeft, countLeftOfCard, type Parts, splitBack } from './amounts.ts'
import { type PaymentRow, payments, refunds } from './payments.table.ts'

const surcharge = alias(payments, 'surcharge')
const isOfSeat = eq(surcharge.seatPaymentId, payments.id)
const amounts = sql`json_build_object('amountPaidMinor', ${surcharge.amountPaidMinor}, 'creditMinor', ${surcharge.creditMinor},
  'refundedMinor', ${surcharge.refundedMinor}, 'creditedMinor', ${surcharge.creditedMinor}, 'isDisputed', ${surcharge.isDisputed})`
const ids = sql`select ${surcharge.id} from ${payments} ${sql.identifier('surcharge')} where ${isOfSeat}`

/** Columns for a query of the payments that have bought seats. */
export const OF_MOVES = {
  /** Refunds of moves to cheaper dates, so that the seat costs less now. */
  movedMinor: sql`(select coalesce(sum(${refunds.amountMinor}), 0) from ${refunds}
    where ${and(eq(refunds.reason, 'moved'), sql`(${refunds.paymentId} = ${payments.id} or ${refunds.paymentId} in (${ids}))`)})`.mapWith(
    Number,
  ),
  surcharges: sql<(Amounts & Pick<PaymentRow, 'isDisputed'>)[]>`(select coalesce(json_agg(${amounts}), '[]')
    from ${payments} ${sql.identifier('surcharge')} where ${isOfSeat})`,
}

/** Returns the payments of a seat, the newest first, by the one that has bought it. Another one is alone. */
export async function listSeatPayments(db: Database, payment: PaymentRow): Promise<PaymentRow[]> {
  if (payment.seatPaymentId !== null) return [payment]
  const isSurcharge = eq(payments.seatPaymentId, payment.id)
  const surcharges = await db.select().from(payments).where(isSurcharge).orderBy(desc(payments.createdAt), payments.id)
  return [...surcharges, payment]
}

/** Returns what is left of payments. */
export function sumLeft(all: readonly Amounts[]): number {
  return all.reduce((sum, one) => sum + countLeft(one), 0)
}

/** Refunds of one payment. */
export interface Share extends Parts {
  payment: PaymentRow
}

/** Divides what goes back among payments in their order: to their cards as far as they paid, the rest to credit. @param givenMinor what becomes credit anyway */
export function divide(all: readonly PaymentRow[], backMinor: number, givenMinor: number): Share[] {
  const rest = splitBack(all, backMinor, givenMinor)
  const ofCards = all.map((payment) => {
    const cardMinor = Math.min(rest.cardMinor, countLeftOfCard(payment))
    rest.cardMinor -= cardMinor
    return { payment, cardMinor }
  })
  return ofCards.map(({ payment, cardMinor }) => {
    const givenMinor = Math.min(rest.givenMinor, countLeft(payment) - cardMinor)
    rest.givenMinor -= givenMinor
    return { payment, cardMinor, givenMinor }
  })
}
