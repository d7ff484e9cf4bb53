/** Compares what servers have acknowledged with what the database has. */
import { eq } from 'drizzle-orm'
import { coupons, redemptions } from '../../server/domains/coupons/coupons.table.ts'
import { credits } from '../../server/domains/credit/credit.table.ts'
import { enrolments } from '../../server/domains/enrolments/enrolments.table.ts'
import { payments } from '../../server/domains/payments/payments.table.ts'
import { vouchers } from '../../server/domains/vouchers/vouchers.table.ts'
import { waitingEntries } from '../../server/domains/waiting/waiting.table.ts'
import type { Database } from '../../server/platform/database/database.ts'
import type { Copy } from './databases.ts'

export interface Acknowledged {
  /** Transaction ids of purchases. */
  bought: string[]
  /** The runs that students have moved to. */
  moved: { transactionId: string; runId: string }[]
  /** Transaction ids of payments of which a part is refunded. */
  partlyRefunded: string[]
  /** Transaction ids of payments that are refunded. */
  refunded: string[]
  /** Entries of waiting lists, and how they ended; null for those of which it is not known. */
  waiting: Map<string, 'declined' | 'taken' | null>
  /** Ids of users who got credit, of coupons and vouchers that were made, and of coupons whose only use was paid for. */
  credits: string[]
  coupons: string[]
  vouchers: string[]
  usedCoupons: string[]
  /** Transaction ids of payments of which a part became credit. */
  credited: string[]
  /** Enrolments by the school with money that it received by hand, and what of it was paid back so. */
  byHand: { id: string; back: number }[]
}

export const createAcknowledged = (): Acknowledged => ({
  bought: [],
  moved: [],
  partlyRefunded: [],
  refunded: [],
  waiting: new Map(),
  credits: [],
  coupons: [],
  vouchers: [],
  usedCoupons: [],
  credited: [],
  byHand: [],
})

/** Returns a line for each acknowledged change that the database does not have. */
export async function findLost({ open }: Copy, acknowledged: Acknowledged): Promise<string[]> {
  const { bought, moved, partlyRefunded, refunded, waiting } = acknowledged
  const database = await open()
  try {
    const rows = await database.db
      .select({
        id: payments.transactionId,
        enrolmentId: enrolments.id,
        credited: payments.creditedMinor,
        status: payments.status,
        refunded: payments.refundedMinor,
        runId: enrolments.runId,
      })
      .from(payments)
      .leftJoin(enrolments, eq(enrolments.paymentId, payments.id))
    const entries = await database.db.select().from(waitingEntries)
    const states = new Map(entries.map(({ id, state }) => [id, state]))
    const stored = new Map(rows.map((row) => [row.id, row]))
    return [
      ...bought.filter((id) => !stored.has(id)).map((id) => `the purchase ${id}`),
      ...moved
        .filter(({ transactionId, runId }) => stored.get(transactionId)?.runId !== runId)
        .map(({ transactionId }) => `the move of ${transactionId}`),
      ...partlyRefunded.filter((id) => !stored.get(id)?.refunded).map((id) => `the refund of a part of ${id}`),
      ...[...waiting]
        .filter(([id, state]) => (state === null ? !states.has(id) : states.get(id) !== state))
        .map(([id, state]) => `the entry ${id}, ${state ?? 'waiting'}`),
      ...refunded.filter((id) => stored.get(id)?.status !== 'refunded').map((id) => `the refund of ${id}`),
      ...acknowledged.credited.filter((id) => !stored.get(id)?.credited).map((id) => `the credit of ${id}`),
      ...acknowledged.byHand
        .filter(({ id, back }) => (rows.find((row) => row.enrolmentId === id)?.credited ?? -1) < back)
        .map(({ id }) => `the money by hand of ${id}`),
      ...(await findLostMeans(database.db, acknowledged)),
    ]
  } finally {
    await database.close()
  }
}

/** Finds the credit, coupons and vouchers that are missing. */
async function findLostMeans(db: Database, acknowledged: Acknowledged): Promise<string[]> {
  const find = async (what: string, ids: string[], read: () => Promise<{ id: string }[]>) => {
    const stored = new Set((await read()).map(({ id }) => id))
    return ids.filter((id) => !stored.has(id)).map((id) => `the ${what} ${id}`)
  }
  const granted = db.select({ id: credits.userId }).from(credits).where(eq(credits.kind, 'granted'))
  return [
    ...(await find('credit of', acknowledged.credits, async () => granted)),
    ...(await find('coupon', acknowledged.coupons, async () => db.select({ id: coupons.id }).from(coupons))),
    ...(await find('voucher', acknowledged.vouchers, async () => db.select({ id: vouchers.id }).from(vouchers))),
    ...(await find('use of coupon', acknowledged.usedCoupons, async () =>
      db.select({ id: redemptions.couponId }).from(redemptions),
    )),
  ]
}
