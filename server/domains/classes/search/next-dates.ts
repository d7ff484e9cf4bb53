/** Finds the classes that start next without sorting the whole catalogue. */
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { runTimes } from '../runs/run-times.table.ts'
import { isEnrollable, runs } from '../runs/runs.table.ts'
import { classes, isOnOffer } from '../classes.table.ts'
import type { Conditions, SearchContext } from './conditions.ts'

/** Runs that are read for each class: some classes have several runs before the next class has one. */
const RUNS_PER_CLASS = 4

/**
 * Returns the ids of the first classes in the order of their next start, then of their id. Null if their runs are not among the first
 * ones, or if there are not as many classes with dates.
 */
export async function findNextIds(
  db: SearchContext['db'],
  { level, runs: chosen }: Conditions,
  count: number,
): Promise<string[] | null> {
  const rows = await db
    .select({ id: runs.classId })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .leftJoin(runTimes, eq(runTimes.runId, runs.id))
    .where(and(isEnrollable(), isNotNull(runs.startsAt), isOnOffer, level, ...Object.values(chosen)))
    .orderBy(asc(runs.startsAt), asc(runs.classId))
    .limit(count * RUNS_PER_CLASS)
  const ids = [...new Set(rows.map(({ id }) => id))]
  return ids.length < count ? null : ids.slice(0, count)
}
