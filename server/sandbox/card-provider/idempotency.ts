/** Idempotency keys: a repeated request with the same key gets the first response again. Source: https://docs.stripe.com/api/idempotent_requests */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { idempotency } from './card-sandbox.table.ts'
import { SandboxError } from './errors.ts'

/** A response, `replayed` if it was stored for an earlier request with the same key. */
export interface StoredResponse {
  status: number
  body: object
  replayed?: true
}

/**
 * Runs `work` once per key, and repeats its response from then on, errors included. Concurrent requests wait for each other at the
 * key's row.
 * @param request identifies the request: the same key with another one is refused
 */
export async function runOnce(
  db: Database,
  key: string | undefined,
  request: unknown,
  work: (tx: Database) => Promise<object>,
): Promise<StoredResponse> {
  if (key === undefined) return { status: 200, body: await transaction(db, work) }
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  return transaction(db, async (tx) => {
    const claim = { key, fingerprint, answer: {} }
    const [claimed] = await tx.insert(idempotency).values(claim).onConflictDoNothing().returning()
    if (!claimed) return replay(tx, key, fingerprint)
    const { status, body } = await runInSavepoint(tx, work)
    await tx.update(idempotency).set({ status, answer: body }).where(eq(idempotency.key, key))
    return { status, body }
  })
}

/** An error rolls the work back, but not the row of its key. */
async function runInSavepoint(tx: Database, work: (tx: Database) => Promise<object>): Promise<StoredResponse> {
  try {
    return { status: 200, body: await tx.transaction(work) }
  } catch (error) {
    if (error instanceof SandboxError) return { status: error.status, body: { error: error.body } }
    throw error
  }
}

async function replay(tx: Database, key: string, fingerprint: string): Promise<StoredResponse> {
  const [row] = await tx.select().from(idempotency).where(eq(idempotency.key, key))
  if (row?.fingerprint === fingerprint) return { status: row.status, body: row.answer, replayed: true }
  throw new SandboxError(400, {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  })
}
