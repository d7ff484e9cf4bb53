/** The verbs on what the school says about itself. */
import type { CallOptions } from '#contract/call.ts'
import type { SchoolChange, VersionedSchool } from '#contract/school.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges } from '#server/domains/activity/field-changes.ts'
import * as Images from '#server/domains/images/images.ts'
import { must, requireVersion } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { describeChange } from './changes.ts'
import { readRow, toVersionedSchool } from './current-school.ts'
import { isSchool, SCHOOL_ID, school } from './school.table.ts'

/** Returns the settings with the version for `If-Match`. */
export async function read(ctx: Pick<Context, 'db' | 'school'>): Promise<VersionedSchool> {
  return toVersionedSchool(await readRow(ctx.db), ctx.school.defaults)
}

/**
 * Changes settings, and waits until this instance uses them. Returns 0 where nothing differs.
 * @throws AppError CHANGED_MEANWHILE, INVALID_INPUT for an unknown image
 */
export async function change(ctx: Context, input: SchoolChange, { ifMatch }: CallOptions = {}): Promise<number> {
  const changed = await inTransaction(ctx, (tx) => write(ctx, tx, input, ifMatch))
  // Also where nothing differs: an earlier change may have been saved, and then not read. A page that renders before the mark is not
  // cached with the former settings.
  await ctx.school.refresh().finally(() => changed && ctx.catalogue.markChanged())
  return changed ? 1 : 0
}

async function write(
  { actor, school: settings }: Context,
  tx: Transaction,
  input: SchoolChange,
  ifMatch: number | undefined,
): Promise<boolean> {
  const [row] = await tx.select().from(school).where(isSchool).for('update')
  requireVersion(must(row), ifMatch)
  const before = toVersionedSchool(must(row), settings.defaults)
  const values: SchoolChange = filterChanges(before, input)
  if (Object.keys(values).length === 0) return false
  for (const field of ['logo', 'favicon'] as const) {
    const image = values[field]
    if (image) await Images.claim(tx, image, field)
  }
  await tx.update(school).set(values).where(isSchool)
  const entry = { action: 'school_changed', subject: before.name, subjectId: SCHOOL_ID } as const
  await Activity.record(tx, actor, { ...entry, ...describeChange(before, values) })
  return true
}
