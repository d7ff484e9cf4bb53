/** E-mails to who waits. They are noted with the change that causes them, and a job sends them in batches. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { composeNotice } from './waiting.emails.ts'
import { inTurn, waitingEntries } from './waiting.table.ts'

/** Retries for about a day. */
export const notifyJob: JobKind<{ runId: string }> = {
  name: 'waiting.notify',
  timeoutSeconds: 300,
  retries: 34,
  initialBackoff: 5,
  maxBackoff: 3_600,
  retention: 60,
}

const BATCH_SIZE = 100

/** Does the job. */
export async function notify(ctx: SystemContext, runId: string): Promise<void> {
  while ((await sendBatch(ctx, runId)) === BATCH_SIZE);
}

async function sendBatch(ctx: SystemContext, runId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const rows = await tx
      .select({ entry: waitingEntries, user: users, class: classes, run: runs })
      .from(waitingEntries)
      .innerJoin(users, eq(users.id, waitingEntries.userId))
      .innerJoin(runs, eq(runs.id, waitingEntries.runId))
      .innerJoin(classes, eq(classes.id, waitingEntries.classId))
      .where(and(eq(waitingEntries.runId, runId), isNotNull(waitingEntries.notice)))
      .orderBy(...inTurn)
      .limit(BATCH_SIZE)
      .for('update', { of: waitingEntries, skipLocked: true })
    if (rows.length === 0) return 0
    const isRow = inArray(
      waitingEntries.id,
      rows.map(({ entry }) => entry.id),
    )
    await tx.update(waitingEntries).set({ notice: null }).where(isRow)
    const messages = rows.flatMap((row) => (row.user.deletedAt === null ? composeNotice(ctx, row) : []))
    await ctx.mail.send(tx, ...messages)
    return rows.length
  })
}
