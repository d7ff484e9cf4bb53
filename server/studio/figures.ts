/** How an instructor's classes stand. */
import { and, count, eq, sum } from 'drizzle-orm'
import type { StudioFigures } from '#contract/figures.ts'
import { classes, isKept } from '#server/classes/classes.table.ts'
import type { Context } from '#server/context.ts'
import { byMonth, incomeOf } from '#server/payments/figures.ts'

export async function figures(ctx: Context): Promise<StudioFigures> {
  const { db, actor } = ctx
  const own = and(eq(classes.instructorId, actor.id), isKept)
  const [all] = await db
    .select({ classes: count(), sold: sum(classes.enroll).mapWith(Number) })
    .from(classes)
    .where(own)
  const [pending] = await db
    .select({ classes: count() })
    .from(classes)
    .where(and(own, eq(classes.status, 'pending')))
  return {
    classes: Number(all?.classes ?? 0),
    seats_sold: all?.sold ?? 0,
    income: await incomeOf(ctx, actor.id),
    waiting: Number(pending?.classes ?? 0),
    months: await byMonth(ctx, actor.id),
  }
}
