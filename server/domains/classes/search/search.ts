/** Searches the classes on offer, one page at a time. */
import { inArray } from 'drizzle-orm'
import type { ClassSearch } from '#contract/class-search.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { CLASSES_PER_PAGE } from '#contract/search-keys.ts'
import type { Page } from '#contract/values/pagination.ts'
import { listApproved } from '../catalogue.ts'
import { selectWithInstructor, toPublicClass } from '../class-response.ts'
import { classes } from '../classes.table.ts'
import { buildConditions, type SearchContext } from './conditions.ts'
import { findIds } from './find-ids.ts'

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
async function readClasses({ db, currency }: SearchContext, ids: string[]): Promise<SchoolClass[]> {
  if (ids.length === 0) return []
  const rows = await selectWithInstructor(db).where(inArray(classes.id, ids))
  const byId = new Map(rows.map((row) => [row.classes.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toPublicClass(row, currency)] : []
  })
}
