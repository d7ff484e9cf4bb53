/** Searches the classes on offer, one page at a time. */
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { ClassSearch } from '#contract/class-search.ts'
import type { SchoolClass } from '#contract/classes.ts'
import type { ClassSort } from '#contract/search-keys.ts'
import { CLASSES_PER_PAGE } from '#contract/search-keys.ts'
import type { Page } from '#contract/values/pagination.ts'
import type { Database } from '#server/platform/database/database.ts'
import { listApproved } from '../catalogue.ts'
import { selectWithInstructor, toPublicClass } from '../class-response.ts'
import { classes, isOnOffer } from '../classes.table.ts'
import { runTimes } from '../runs/run-times.table.ts'
import { isEnrollable, runs } from '../runs/runs.table.ts'
import { buildConditions, type Conditions, runPrice, type SearchContext } from './conditions.ts'
import {
  countMatches,
  type FoundIds,
  findByClass,
  findByRuns,
  findByWords,
  findInAll,
  type Span,
  textRank,
} from './find-by.ts'

/** Returns a page of the classes that match, or all classes on offer for a query without any parameter. */
export async function search(ctx: SearchContext, query: ClassSearch): Promise<Page<SchoolClass>> {
  if (Object.values(query).every((value) => value === undefined)) {
    const rows = await listApproved(ctx)
    return { rows, total: rows.length }
  }
  const { page = 1, rows = CLASSES_PER_PAGE } = query
  const conditions = await buildConditions(ctx, query)
  // First the ids: the other columns are expensive, and a sort would compute them for all matches.
  const { ids, total } = await findIds(ctx.db, query.sort, conditions, { limit: rows, offset: (page - 1) * rows })
  return { rows: await readClasses(ctx, ids), total }
}

/** Returns the classes in the order of their ids. */
async function readClasses(ctx: SearchContext, ids: string[]): Promise<SchoolClass[]> {
  if (ids.length === 0) return []
  const rows = await selectWithInstructor(ctx.db).where(inArray(classes.id, ids))
  const byId = new Map(rows.map((row) => [row.classes.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toPublicClass(row, ctx)] : []
  })
}

const newest = [desc(classes.createdAt), asc(classes.id)]

/** Every order ends with the id, so that no class is on two pages. */
async function findIds(
  db: Database,
  sort: ClassSort | undefined,
  conditions: Conditions,
  span: Span,
): Promise<FoundIds> {
  const { text, instructor } = conditions
  const find = chooseStatement(conditions)
  switch (sort ?? (text ? 'words' : 'newest')) {
    case 'date': {
      const next = text || instructor ? null : await findNextIds(db, conditions, span.offset + span.limit)
      if (next) return { ids: next.slice(span.offset), total: await countMatches(db, conditions) }
      return findByRuns(db, conditions, [sql`min(${runs.startsAt}) nulls last`, asc(classes.id)], span)
    }
    case 'price': {
      const price = sql`min(${runPrice}) filter (where ${runs.id} is not null) nulls last`
      return findByRuns(db, conditions, [price, ...newest], span)
    }
    case 'popular':
      return find(db, conditions, [desc(classes.enroll), ...newest], span)
    case 'words':
      return find(db, conditions, text ? [desc(textRank), ...newest] : newest, span)
    default:
      return find(db, conditions, newest, span)
  }
}

/** Returns what reads the fewest rows of a large catalogue for an order of the classes (`npm run bench -- search`). */
function chooseStatement({ text, level, instructor, runs: chosen }: Conditions) {
  if (text) return findByWords
  if (Object.keys(chosen).length > 0) return findByRuns
  return level || instructor ? findByClass : findInAll
}

/** Runs that are read for each class: some classes have several runs before the next class has one. */
const RUNS_PER_CLASS = 4

/**
 * Returns the ids of the first classes in the order of their next start, then of their id. Null if their runs are not among the first
 * ones, or if there are not as many classes with dates.
 */
async function findNextIds(
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
