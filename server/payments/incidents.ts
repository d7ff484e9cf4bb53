/** What the provider reports and the school cannot settle by itself: for admins to see to. */
import { desc } from 'drizzle-orm'
import type { Incident } from '#contract/payments.ts'
import type { Context, SystemContext } from '#server/context.ts'
import { incidents, type payments } from './payments.table.ts'

/** Records an incident, once for the same words. */
export async function report(
  { db, log }: Pick<SystemContext, 'db' | 'log'>,
  { id: paymentId, transactionId: intentId }: Pick<typeof payments.$inferSelect, 'id' | 'transactionId'>,
  text: string,
): Promise<void> {
  const values = { paymentId, intentId, text, createdAt: Date.now() }
  const written = await db.insert(incidents).values(values).onConflictDoNothing().returning({ id: incidents.id })
  if (written.length) log.warn({ payment: paymentId, incident: text }, 'a payment needs an admin')
}

/** The newest hundred. */
export async function list({ db }: Pick<Context, 'db'>): Promise<Incident[]> {
  const rows = await db.select().from(incidents).orderBy(desc(incidents.createdAt), incidents.id).limit(100)
  return rows.map(({ id, paymentId, intentId, text, createdAt }) => ({
    _id: id,
    paymentId,
    transactionId: intentId,
    text,
    created_at: createdAt,
  }))
}
