/** Lists with search, sorting and pagination. */
import { and, is, or, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgSelect } from 'drizzle-orm/pg-core'
import { foldLetters } from '#contract/values/fold.ts'
import { ROWS_PER_PAGE } from '#contract/values/limits.ts'
import type { ListQuery, Page } from '#contract/values/pagination.ts'

/**
 * Returns the page of a query, or the whole list for a query without one.
 * @param select the sorted rows, as a `$dynamic()` query
 * @param toRow maps a row to the response
 * @param countAll counts the rows of all pages (large-tables.ts)
 */
export async function readPage<Select extends PgSelect, Row>(
  { page, rows = ROWS_PER_PAGE }: ListQuery,
  select: Select,
  toRow: (row: Select['_']['result'][number]) => Row,
  countAll: () => Promise<number>,
): Promise<Page<Row>> {
  if (page === undefined) {
    const all = await select
    return { rows: all.map(toRow), total: all.length }
  }
  const selected = await select.limit(rows).offset((page - 1) * rows)
  return { rows: selected.map(toRow), total: await countAll() }
}

/** Returns the query with page 1 by default, for lists that are too long to be sent whole. */
export function toFirstPage<Query extends ListQuery>(query: Query): Query & { page: number } {
  return { ...query, page: query.page ?? 1 }
}

/**
 * Returns the order of a query: newest first by default, texts by their letters. `id` makes the order total, so that no row is on two
 * pages.
 */
export function orderBy<Key extends string>(
  { sort, order }: ListQuery<Key>,
  columns: Record<Key | 'created_at', PgColumn | SQL>,
  id: PgColumn,
): SQL[] {
  const key = sort ?? 'created_at'
  const column = columns[key]
  const isText = is(column, PgColumn) && column.dataType === 'string'
  const value = isText ? byLetters(column) : column
  // The indexes sort nulls last. A descending order that puts nulls first could not use them.
  const isDescending = (order ?? (key === 'created_at' ? 'desc' : 'asc')) === 'desc'
  return [isDescending ? sql`${value} desc nulls last` : sql`${value}`, sql`${id}`]
}

/** Returns a text in lower case without accents, like `foldLetters`, whatever the locale of the database is (migration fold_letters). */
export function fold(text: PgColumn | SQL): SQL<string> {
  return sql<string>`fold_letters(${text})`
}

/** Returns what orders texts as a person looks for them: Å beside A, and not after Z. */
export function byLetters(text: PgColumn | SQL): SQL {
  return sql`${fold(text)} collate "C"`
}

/** Words of a search beyond this number are ignored. */
export const MAX_WORDS = 10

/** Returns the condition that the columns contain every word of a text, in any order, ignoring case and accents. */
export function matchesText(text: string | undefined, columns: (PgColumn | SQL)[]): SQL | undefined {
  if (!text?.trim()) return undefined
  const words = [...new Set(foldLetters(text).split(/\s+/))].filter((word) => word !== '').slice(0, MAX_WORDS)
  if (words.length === 0) return sql`false`
  const contains = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  return and(...words.map((word) => or(...columns.map((column) => sql`${fold(column)} like ${contains(word)}`))))
}

/** Rows of a table that a search compares. A text in more rows than these says too little to order all of them. */
export const MAX_MATCHES = 1_000

/** Returns the order that has rows first in which one of the columns begins with a text, ignoring case and accents. */
export function beginningFirst(text: string, columns: PgColumn[]): SQL {
  const begins = columns.map((column) => sql`starts_with(${fold(column)}, ${foldLetters(text)})`)
  return sql`(${sql.join(begins, sql` or `)}) desc`
}
