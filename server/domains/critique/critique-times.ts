/** Response times of first critiques, beside the school's target. */
import { and, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { CritiqueTimes } from '#contract/critique.ts'
import { classes, isNotDeleted } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { must } from '#server/platform/app-error.ts'
import type { Context } from '#server/ports/context.ts'
import { briefs, submissions } from './critique.table.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Days of first critiques that are counted. */
const DAYS = 30

/** Returns the target in milliseconds. */
export function readTargetMs({ school }: Pick<Context, 'school'>): number {
  return school.current.critique_target_hours * HOUR_MS
}

/** Returns how long the first critiques took in the actor's classes, and how many submissions wait longer than they should. */
export async function readTimes(ctx: Context, now: number = Date.now()): Promise<CritiqueTimes> {
  const { db, actor, school } = ctx
  const target = readTargetMs(ctx)
  const took = submissions.firstCritiqueMs
  const isRecent = gt(submissions.firstCritiqueAt, now - DAYS * DAY_MS)
  const isOverdue = and(eq(submissions.state, 'open'), lt(submissions.waitingSince, now - target))
  const countWhere = (filter: SQL | undefined) => sql<number>`(count(*) filter (where ${filter}))::int`
  const [row] = await db
    .select({
      first_critiques: countWhere(isRecent),
      in_time: countWhere(and(isRecent, lte(took, target))),
      overdue: countWhere(isOverdue),
      median: sql<number | null>`percentile_cont(0.5) within group (order by ${took}) filter (where ${isRecent})`,
    })
    .from(submissions)
    .innerJoin(briefs, eq(briefs.id, submissions.briefId))
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .where(and(or(isRecent, isOverdue), isNotDeleted, Classes.matchesOwner(Classes.limitToOwner(actor))))
  const { median, ...counts } = must(row)
  const median_hours = median === null ? null : Math.round((median / HOUR_MS) * 10) / 10
  return { target_hours: school.current.critique_target_hours, ...counts, median_hours }
}
