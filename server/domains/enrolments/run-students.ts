/** The list of a date, to print and to take along. */
import { Readable } from 'node:stream'
import { and, eq, isNull } from 'drizzle-orm'
import type { RunStudent } from '#contract/enrolments.ts'
import { compareByFamilyName } from '#contract/values/family-name.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { users } from '#server/domains/users/users.table.ts'
import { toCsv } from '#server/platform/csv.ts'
import { toIsoTime } from '#server/platform/csv-file.ts'
import type { Context } from '#server/ports/context.ts'
import { enrolments, isActive, isReturning } from './enrolments.table.ts'

/** Returns the students of a run by their family names, leaving out deleted users. @throws AppError NOT_FOUND for another instructor's run */
export async function listByFamilyName({ db, actor }: Context, id: string): Promise<RunStudent[]> {
  const { id: runId } = await Runs.find(db, id, Classes.limitToOwner(actor))
  const { id: _id, createdAt: created_at, source, seat } = enrolments
  const rows = await db
    .select({ _id, name: users.name, email: users.email, seat, created_at, source, returning: isReturning })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(and(eq(enrolments.runId, runId), isActive, isNull(users.deletedAt)))
    .orderBy(seat)
  return rows.sort(compareByFamilyName)
}

/** Returns the same list as a file. */
export async function exportRunStudents(ctx: Context, id: string): Promise<Readable> {
  const rows = await listByFamilyName(ctx, id)
  const cells = rows.map((row) => ({ ...row, created_at: toIsoTime(row.created_at) }))
  return Readable.from([toCsv(['name', 'email', 'seat', 'source', 'created_at', '_id'], cells)])
}
