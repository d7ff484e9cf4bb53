/** Transactions that try again where the database asks for it. */
import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import type { Database } from './database.ts'

/** Serialization failure and deadlock: the work may simply be done again. Source: PostgreSQL, appendix A. */
const TRY_AGAIN = new Set(['40001', '40P01'])
const UNIQUE_VIOLATION = '23505'
const ATTEMPTS = 5

/**
 * Runs `work` in a transaction, again (up to five times in all) when the database gave it up for the sake of another.
 * `work` must use only the handle that it is given, must not call anything outside the database, and may run twice.
 */
export async function transaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !TRY_AGAIN.has(sqlState(error) ?? '')) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Whether a statement failed because a unique index already has such a row. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION
}

/** PostgreSQL's five-letter code of an error, wherever Drizzle put it. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}
