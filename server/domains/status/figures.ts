/** The figures of /metrics that the database has. They are the same in every instance. */
import { sql } from 'drizzle-orm'
import { attempts, keptMinor, payments } from '#server/domains/payments/payments.table.ts'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { type Queue, readQueues } from '#server/platform/jobs/queues.ts'

const DAY_MS = 24 * 60 * 60_000

export interface Workload {
  queues: Queue[]
  /** Seats that are held by open checkouts. */
  holds: number
  /** Payments of the last 24 hours of which something was kept, and how much, by currency in its smallest unit. */
  settled: { currency: string; payments: number; amountMinor: number }[]
}

export async function readWorkload(db: Database, now = Date.now()): Promise<Workload> {
  const isHeld = sql`${attempts.status} = 'open' and ${attempts.heldUntil} > ${now}`
  return {
    queues: await readQueues(db),
    holds: await db.$count(attempts, isHeld),
    settled: await readRows(
      db,
      sql`select ${payments.currency} as currency, count(*)::int as payments, sum(${keptMinor})::float8 as "amountMinor"
        from ${payments} where ${payments.createdAt} > ${now - DAY_MS} and ${keptMinor} > 0 group by 1`,
    ),
  }
}
