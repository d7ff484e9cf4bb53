/** Searches the classes on offer, one page at a time. */
import { and, asc, count, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { ClassSearch } from '#contract/class-search.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { CLASSES_PER_PAGE, type ClassSort } from '#contract/search-keys.ts'
import type { Page } from '#contract/values/pagination.ts'
import { runs } from '#server/domains/runs/runs.table.ts'
import { listApproved } from '../catalogue.ts'
import { selectWithInstructor, toPublicClass } from '../class-response.ts'
import { classes } from '../classes.table.ts'
import {
  buildConditions,
  type Conditions,
  matchesSearch,
  runPrice,
  type SearchContext,
  selectRuns,
} from './conditions.ts'
import { findNextIds } from './next-dates.ts'

/** Returns a page of the classes that match, or all classes on offer for a query without any parameter. */
export async function search(ctx: SearchContext, query: ClassSearch): Promise<Page<SchoolClass>> {
  if (Object.values(query).every((value) => value === undefined)) {
    const rows = await listApproved(ctx)
    return { rows, total: rows.length }
  }
  const { db } = ctx
  const { page = 1, rows = CLASSES_PER_PAGE } = query
  const conditions = await buildConditions(ctx, query)
  const isMatch = matchesSearch(conditions)
  const span = { limit: rows, offset: (page - 1) * rows }
  const [ids, [counted]] = await Promise.all([
    // First the ids: the other columns are expensive, and a sort would compute them for all matches.
    findIds(db, query.sort, conditions, span),
    db.select({ all: count() }).from(classes).where(isMatch),
  ])
  return {
    rows: await readClasses(ctx, ids),
    total: Number(counted?.all ?? 0),
  }
}

interface Span {
  limit: number
  offset: number
}

async function findIds(
  db: SearchContext['db'],
  sort: ClassSort | undefined,
  conditions: Conditions,
  { limit, offset }: Span,
): Promise<string[]> {
  if (sort === 'date' && !conditions.text && !conditions.instructor) {
    const first = await findNextIds(db, conditions, offset + limit)
    if (first) return first.slice(offset)
  }
  const rows = await db
    .select({ id: classes.id })
    .from(classes)
    .where(matchesSearch(conditions))
    .orderBy(...orderBy(sort, conditions))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

/** Returns the classes in the order of their ids. */
async function readClasses({ db, currency }: SearchContext, ids: string[]): Promise<SchoolClass[]> {
  if (ids.length === 0) return []
  const rows = await selectWithInstructor(db).where(inArray(classes.id, ids))
  const byId = new Map(rows.map((row) => [row.classes.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toPublicClass(row, currency)] : []
  })
}

/** Every order ends with the id, so that no class is on two pages. */
function orderBy(sort: ClassSort | undefined, { text, runs: chosen }: Conditions): SQL[] {
  const newest = [desc(classes.createdAt), asc(classes.id)]
  const isChosen = and(...Object.values(chosen))
  switch (sort ?? (text ? 'words' : 'newest')) {
    case 'words':
      return text ? [desc(text.rank), ...newest] : newest
    case 'date':
      return [sql`${selectRuns(sql`min(${runs.startsAt})`, isChosen)} nulls last`, asc(classes.id)]
    case 'price':
      return [sql`${selectRuns(sql`min(${runPrice})`, isChosen)} nulls last`, ...newest]
    case 'popular':
      return [desc(classes.enroll), ...newest]
    default:
      return newest
  }
}
