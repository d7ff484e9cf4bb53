/** How long first critiques take, beside what the school aims for. */
import { and, count, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
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
  const isOwn = and(isNotDeleted, Classes.matchesOwner(Classes.limitToOwner(actor)))
  const [first] = await db
    .select({
      first_critiques: count(),
      in_time: sql<number>`count(*) filter (where ${submissions.firstCritiqueMs} <= ${target})::int`,
      median: sql<number | null>`percentile_cont(0.5) within group (order by ${submissions.firstCritiqueMs})`,
    })
    .from(submissions)
    .innerJoin(briefs, eq(briefs.id, submissions.briefId))
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .where(and(gt(submissions.firstCritiqueAt, now - DAYS * DAY_MS), isOwn))
  const isOverdue = and(isNotNull(submissions.waitingSince), lt(submissions.waitingSince, now - target))
  const [waiting] = await db
    .select({ overdue: count() })
    .from(submissions)
    .innerJoin(briefs, eq(briefs.id, submissions.briefId))
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .where(and(isOverdue, eq(submissions.state, 'open'), isOwn))
  const { median, ...counts } = must(first)
  const median_hours = median === null ? null : Math.round((median / HOUR_MS) * 10) / 10
  return { target_hours: school.current.critique_target_hours, ...counts, median_hours, ...must(waiting) }
}
