/** The figures on the instructor's home. */
import { and, count, eq, sum } from 'drizzle-orm'
import type { InstructorFigures } from '#contract/instructor.ts'
import { classes, isNotDeleted } from '#server/domains/classes/classes.table.ts'
import { readIncome, readMonths } from '#server/domains/payments/figures.ts'
import type { Context } from '#server/ports/context.ts'

export async function readFigures(ctx: Context): Promise<InstructorFigures> {
  const { db, actor } = ctx
  const isOwn = and(eq(classes.instructorId, actor.id), isNotDeleted)
  const [total] = await db
    .select({ classes: count(), sold: sum(classes.enroll).mapWith(Number) })
    .from(classes)
    .where(isOwn)
  const [pending] = await db
    .select({ classes: count() })
    .from(classes)
    .where(and(isOwn, eq(classes.status, 'pending')))
  return {
    classes: Number(total?.classes ?? 0),
    seats_sold: total?.sold ?? 0,
    income: await readIncome(ctx, actor.id),
    waiting: Number(pending?.classes ?? 0),
    months: await readMonths(ctx, actor.id),
  }
}
