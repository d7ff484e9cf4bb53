/** A restored school is activated by its operator, when the original will no longer send anything. */
import { isNull } from 'drizzle-orm'
import { stopAll } from '#server/domains/mailings/stopping.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { restores } from './backup.table.ts'

/** Returns whether the school was restored and not activated. */
export async function isInactive(db: Database): Promise<boolean> {
  const [restored] = await db.select({ id: restores.id }).from(restores).where(isNull(restores.activatedAt)).limit(1)
  return restored !== undefined
}

/**
 * Lets a restored school send e-mails and run its jobs, and queues the jobs that were waiting when the backup was taken. Newsletters that
 * were being sent are stopped. Returns whether it was inactive, so that a second activation queues nothing.
 */
export async function activate(db: Database, jobs: Jobs, kinds: JobKind<object>[]): Promise<boolean> {
  return transaction(db, async (tx) => {
    const restored = await tx
      .update(restores)
      .set({ activatedAt: Date.now() })
      .where(isNull(restores.activatedAt))
      .returning()
    for (const { name, data, startAfter } of restored.flatMap((restore) => restore.jobs)) {
      const kind = kinds.find((each) => each.name === name)
      if (kind) await jobs.enqueue(tx, kind, data, { startAfter: new Date(startAfter) })
    }
    if (restored.length > 0) await stopAll(tx)
    return restored.length > 0
  })
}
