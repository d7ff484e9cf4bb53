/** The statements that find one page of the ids of a search, and count all matches. Each begins at another table. */
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { classes, isOnOffer } from '../classes.table.ts'
import { runTimes } from '../runs/run-times.table.ts'
import { isEnrollable, runs } from '../runs/runs.table.ts'
import { classSearch } from './class-search.table.ts'
import { type Conditions, matchesClass, matchesSearch } from './conditions.ts'

export interface Span {
  limit: number
  offset: number
}

export interface FoundIds {
  ids: string[]
  /** The number of all matches. */
  total: number
}

export async function countMatches(db: Database, conditions: Conditions): Promise<number> {
  const [row] = await db.select({ all: count() }).from(classes).where(matchesSearch(conditions))
  return row?.all ?? 0
}

/** Finds in the whole catalogue, without conditions: an index has the order. */
export async function findInAll(db: Database, conditions: Conditions, order: SQL[], span: Span): Promise<FoundIds> {
  const ids = db.select({ id: classes.id }).from(classes).where(isOnOffer)
  const page = ids
    .orderBy(...order)
    .limit(span.limit)
    .offset(span.offset)
  const [rows, total] = await Promise.all([page, countMatches(db, conditions)])
  return { ids: rows.map(({ id }) => id), total }
}

/** Finds by what the class itself has. */
export async function findByClass(db: Database, conditions: Conditions, order: SQL[], span: Span): Promise<FoundIds> {
  const rows = await selectIds(db)
    .from(classes)
    .where(matchesSearch(conditions))
    .orderBy(...order)
    .limit(span.limit)
    .offset(span.offset)
  return toFound(db, conditions, rows, span)
}

/** Rank of a match of a class's words, for the order of `findByWords`. */
export const textRank = sql`matches.rank`

/** Finds words; `order` may have `textRank`. */
export async function findByWords(db: Database, conditions: Conditions, order: SQL[], span: Span): Promise<FoundIds> {
  const { condition, rank } = must(conditions.text)
  // "offset 0" keeps it a statement of its own. Merged, counting would store the documents of all matches.
  const matches = sql`(
    select ${classSearch.classId} as class_id, ${rank} as rank from ${classSearch} where ${condition} offset 0
  ) matches`
  const rows = await selectIds(db)
    .from(matches)
    .innerJoin(classes, eq(classes.id, sql`matches.class_id`))
    .where(matchesSearch({ ...conditions, text: null }))
    .orderBy(...order)
    .limit(span.limit)
    .offset(span.offset)
  return toFound(db, conditions, rows, span)
}

/** Finds by the runs that the conditions leave; `order` may have aggregates of them. */
export async function findByRuns(db: Database, conditions: Conditions, order: SQL[], span: Span): Promise<FoundIds> {
  const isOfClass = and(eq(runs.classId, classes.id), isEnrollable())
  const chosen = Object.values(conditions.runs)
  const all = selectIds(db).from(classes)
  const matches =
    chosen.length > 0
      ? all
          .innerJoin(runs, isOfClass)
          .leftJoin(runTimes, eq(runTimes.runId, runs.id))
          .where(and(matchesClass(conditions), ...chosen))
      : all.leftJoin(runs, isOfClass).where(matchesClass(conditions))
  const rows = await matches
    .groupBy(classes.id)
    .orderBy(...order)
    .limit(span.limit)
    .offset(span.offset)
  return toFound(db, conditions, rows, span)
}

/** Counts all matches in the statement that finds some of them: it reads all in any case. */
function selectIds(db: Database) {
  return db.select({ id: classes.id, total: sql`count(*) over ()`.mapWith(Number) })
}

async function toFound(
  db: Database,
  conditions: Conditions,
  rows: { id: string; total: number }[],
  { offset }: Span,
): Promise<FoundIds> {
  // Beyond the last page there is no row with the total.
  const total = rows[0]?.total ?? (offset > 0 ? await countMatches(db, conditions) : 0)
  return { ids: rows.map(({ id }) => id), total }
}
