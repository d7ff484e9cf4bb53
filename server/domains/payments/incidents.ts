/** Provider reports that an admin must handle. */
import { desc } from 'drizzle-orm'
import type { Incident } from '#contract/admin-payments.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { incidents, type PaymentRow } from './payments.table.ts'

const MAX_ROWS = 100

/** Records an incident of a payment, or of the sale of a voucher, once for each text. */
export async function report(
  { db, log }: Pick<SystemContext, 'db' | 'log'>,
  { id: paymentId, transactionId: intentId }: Pick<PaymentRow, 'transactionId'> & { id: PaymentRow['id'] | null },
  text: string,
): Promise<void> {
  const values = { paymentId, intentId, text, createdAt: Date.now() }
  const created = await db.insert(incidents).values(values).onConflictDoNothing().returning({ id: incidents.id })
  if (created.length) log.warn({ payment: paymentId, incident: text }, 'A payment needs an admin.')
}

/** Returns the newest incidents, at most 100. */
export async function list({ db }: Pick<Context, 'db'>): Promise<Incident[]> {
  const rows = await db.select().from(incidents).orderBy(desc(incidents.createdAt), incidents.id).limit(MAX_ROWS)
  return rows.map(({ id, paymentId, intentId, text, createdAt }) => ({
    _id: id,
    paymentId,
    transactionId: intentId,
    text,
    created_at: createdAt,
  }))
}
