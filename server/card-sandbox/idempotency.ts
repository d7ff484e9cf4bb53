/** Idempotency keys: the same key and request get the first answer again. Source: https://docs.stripe.com/api/idempotent_requests */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { idempotency } from './card-sandbox.table.ts'
import { SandboxError } from './errors.ts'

/** What a request is answered with; `replayed` when an earlier one with its key was answered so. */
export interface Answer {
  status: number
  body: object
  replayed?: true
}

/**
 * Does `work` once a key and gives its answer from then on, an error that came of it included; two at once wait for each other
 * at the key's row.
 * @param request what the caller asked for and where, so that the same key for anything else is refused
 */
export async function once(
  db: Database,
  key: string | undefined,
  request: unknown,
  work: (tx: Database) => Promise<object>,
): Promise<Answer> {
  if (key === undefined) return { status: 200, body: await transaction(db, work) }
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  return transaction(db, async (tx) => {
    const claim = { key, fingerprint, answer: {} }
    const [claimed] = await tx.insert(idempotency).values(claim).onConflictDoNothing().returning()
    if (!claimed) return earlier(tx, key, fingerprint)
    const { status, body } = await answerOf(tx, work)
    await tx.update(idempotency).set({ status, answer: body }).where(eq(idempotency.key, key))
    return { status, body }
  })
}

/** An error undoes what was done, but not the note of its key. */
async function answerOf(tx: Database, work: (tx: Database) => Promise<object>): Promise<Answer> {
  try {
    return { status: 200, body: await tx.transaction(work) }
  } catch (error) {
    if (error instanceof SandboxError) return { status: error.status, body: { error: error.body } }
    throw error
  }
}

async function earlier(tx: Database, key: string, fingerprint: string): Promise<Answer> {
  const [row] = await tx.select().from(idempotency).where(eq(idempotency.key, key))
  if (row?.fingerprint === fingerprint) return { status: row.status, body: row.answer, replayed: true }
  throw new SandboxError(400, {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  })
}
