/** Idempotency keys: the same key and body get the first answer again. Source: https://docs.stripe.com/api/idempotent_requests */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { idempotency } from './card-sandbox.table.ts'
import { SandboxError } from './errors.ts'

/**
 * Does `work` once a key and answers its answer from then on; two at once wait for each other at the key's row.
 * @param request what the caller asked for, so that the same key with another body is refused
 */
export async function once(
  db: Database,
  key: string | undefined,
  request: unknown,
  work: (tx: Database) => Promise<object>,
): Promise<object> {
  if (!key) return transaction(db, work)
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  return transaction(db, async (tx) => {
    const claim = { key, fingerprint, answer: {} }
    const [claimed] = await tx.insert(idempotency).values(claim).onConflictDoNothing().returning()
    if (!claimed) return earlier(tx, key, fingerprint)
    const answer = await work(tx)
    await tx.update(idempotency).set({ answer }).where(eq(idempotency.key, key))
    return answer
  })
}

async function earlier(tx: Database, key: string, fingerprint: string): Promise<object> {
  const [row] = await tx.select().from(idempotency).where(eq(idempotency.key, key))
  if (row?.fingerprint === fingerprint) return row.answer
  throw new SandboxError(400, {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  })
}
