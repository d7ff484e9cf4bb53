/** Lists that are read a page at a time: words looked for, an order, some rows, and how many there are in all. */
import { ilike, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'
import { type ListQuery, type Page, ROWS_A_PAGE } from '#contract/pages.ts'

/**
 * The page that a query asks for; without one, the whole list.
 * @param select the rows in their order, as a `$dynamic()` query
 * @param toRow what a row is to the caller
 * @param count how many rows there are in all: the one row of a `select count(*)` as `all`
 */
export async function readPage<Select extends PgSelect, Row>(
  { page, rows = ROWS_A_PAGE }: ListQuery,
  select: Select,
  toRow: (row: Select['_']['result'][number]) => Row,
  count: PromiseLike<{ all: number }[]>,
): Promise<Page<Row>> {
  if (page === undefined) {
    const all = await select
    return { rows: all.map(toRow), total: all.length }
  }
  const found = await select.limit(rows).offset((page - 1) * rows)
  const [counted] = await count
  return { rows: found.map(toRow), total: Number(counted?.all ?? 0) }
}

/** The query, and where it names no page the first: for lists that grow without end, and are not answered whole. */
export function firstPage<Query extends ListQuery>(query: Query): Query & { page: number } {
  return { ...query, page: query.page ?? 1 }
}

/** The query without its page: all that fits. */
export function wholeList<Query extends ListQuery>({
  page: _page,
  rows: _rows,
  ...query
}: Query): Omit<Query, 'page' | 'rows'> {
  return query
}

/**
 * The order that a query asks for: newest first, unless it names a key; texts without regard to case. `id` decides between equals,
 * so that no row stands on two pages.
 */
export function inOrder<Key extends string>(
  { sort, order }: ListQuery<Key>,
  by: Record<Key | 'created_at', PgColumn>,
  id: PgColumn,
): SQL[] {
  const key = sort ?? 'created_at'
  const column = by[key]
  const value = column.dataType === 'string' ? sql`lower(${column})` : column
  // As the indexes have it: a descending order that puts nulls first could not use them.
  const descends = (order ?? (key === 'created_at' ? 'desc' : 'asc')) === 'desc'
  return [descends ? sql`${value} desc nulls last` : sql`${value}`, sql`${id}`]
}

/** Rows that have the words in one of their texts, in upper or lower case. */
export function havingWords(words: string | undefined, texts: PgColumn[]): SQL | undefined {
  if (!words) return undefined
  const pattern = `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`
  return or(...texts.map((text) => ilike(text, pattern)))
}
