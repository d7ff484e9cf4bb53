/**
 * Numbers of large tables. PostgreSQL reads every row to count them, 60 ms for a million, so that such a number is remembered for a minute.
 * Numbers of smaller tables are read each time.
 */
import type { Query } from 'drizzle-orm'
import type { Database } from './database.ts'

/** Rows above which a number is remembered. */
export const LARGE = 100_000

const MINUTE = 60_000
/** Beyond it all are forgotten: searches make many numbers. */
const MAX_REMEMBERED = 200

/** Numbers by their queries, each remembered `until` a time of `performance.now`, which does not jump with the clock. */
type Memory = Map<string, { value: unknown; until: number }>

const byDatabase = new WeakMap<Database, Memory>()

/** A `select count(*)` as `all`. */
interface CountQuery extends PromiseLike<{ all: number }[]> {
  toSQL(): Query
}

/** Returns a number of rows. One above 100,000 may be a minute old. */
export function readCount(db: Database, query: CountQuery): Promise<number> {
  const { sql, params } = query.toSQL()
  return readRemembered(db, JSON.stringify([sql, params]), async () => {
    const [row] = await query
    const rows = Number(row?.all ?? 0)
    return { value: rows, isLarge: rows > LARGE }
  })
}

/** Returns what `read` returns, or what it returned within a minute for this key if that was of a large table. */
export async function readRemembered<T>(
  db: Database,
  key: string,
  read: () => Promise<{ value: T; isLarge: boolean }>,
): Promise<T> {
  const memory = findMemory(db)
  const entry = memory.get(key)
  if (entry && performance.now() < entry.until) return entry.value as T
  const { value, isLarge } = await read()
  if (memory.size >= MAX_REMEMBERED) memory.clear()
  if (isLarge) memory.set(key, { value, until: performance.now() + MINUTE })
  else memory.delete(key)
  return value
}

function findMemory(db: Database): Memory {
  const existing = byDatabase.get(db)
  if (existing) return existing
  const memory: Memory = new Map()
  byDatabase.set(db, memory)
  return memory
}
