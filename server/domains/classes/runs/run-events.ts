/** Records what is done with a run: in the activity log, and for webhooks. */
import type { Action, FieldChange } from '#contract/activity.ts'
import { ChangedRun } from '#contract/webhook-messages.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import type { ClassRow } from '../classes.ts'
import * as ManagedRuns from './managed-runs.ts'

/** An action on a run of a class. */
export interface RunEvent {
  action: Extract<Action, `run_${string}`>
  row: ClassRow
  runId: string
  changes?: FieldChange[]
}

/** Records an event after the write, in its transaction. Webhooks read of approved classes only: no one else sees other classes. */
export async function recordRunEvent(
  ctx: Context,
  tx: Transaction,
  { action, row, runId, changes }: RunEvent,
): Promise<void> {
  await Activity.record(tx, ctx.actor, { action, subject: row.name, subjectId: row.id, changes })
  if (row.status !== 'approve') return
  await emit(ctx, tx, 'run.changed', async () => {
    const run = await ManagedRuns.read({ ...ctx, db: tx }, row, runId)
    return ChangedRun.parse({ classId: row.id, className: row.name, run })
  })
}
