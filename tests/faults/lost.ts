/** Compares what servers have acknowledged with what the database has. */
import { eq } from 'drizzle-orm'
import { enrolments } from '../../server/domains/enrolments/enrolments.table.ts'
import { payments } from '../../server/domains/payments/payments.table.ts'
import { waitingEntries } from '../../server/domains/waiting/waiting.table.ts'
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
}

export const createAcknowledged = (): Acknowledged => ({
  bought: [],
  moved: [],
  partlyRefunded: [],
  refunded: [],
  waiting: new Map(),
})

/** Returns a line for each acknowledged change that the database does not have. */
export async function findLost(
  { open }: Copy,
  { bought, moved, partlyRefunded, refunded, waiting }: Acknowledged,
): Promise<string[]> {
  const database = await open()
  try {
    const rows = await database.db
      .select({
        id: payments.transactionId,
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
    ]
  } finally {
    await database.close()
  }
}
