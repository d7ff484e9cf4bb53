/** The interface of both databases, embedded and PostgreSQL. They share one schema and one folder of migrations. */
import { join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Drizzle's handle on either database, or a transaction on it. */
export type Database = PgDatabase<PgQueryResultHKT>

export type OnNotification = (detail: string | null) => void

export interface ConnectionPool {
  readonly totalCount: number
  readonly idleCount: number
  /** Queries that wait for a connection. */
  readonly waitingCount: number
}

export interface DatabaseConnection {
  db: Database
  /** Resolves when the database responds, and rejects when it does not. */
  ping(): Promise<void>
  /**
   * Calls `onNotification` whenever another process may have notified `channel`, with the detail of its notification if there is
   * one. Returns a function that stops listening.
   */
  listen(channel: string, onNotification: OnNotification): Promise<() => Promise<void>>
  /** Runs the SQL of pg-boss. Without values, it may be several statements. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** The connections of this process; absent for the embedded database, which has one. */
  pool?: ConnectionPool
  close(): Promise<void>
}

/** The name (`application_name`) of our connections to PostgreSQL begins so. */
export const NAME_PREFIX = 'photography-school '

export interface OpenOptions {
  /** Whether the database is migrated to this version; so by default. */
  migrates?: boolean
  /** Is called with the text of each statement before it is sent; those of pg-boss left out. */
  onStatement?: (text: string) => void
}

/** Returns Drizzle's option for a function that is called with each statement. */
export const toLogger = (onStatement: OpenOptions['onStatement']) => (onStatement ? { logQuery: onStatement } : false)

export const MIGRATIONS = { migrationsFolder: join(import.meta.dirname, 'migrations') }

/** Runs a query that Drizzle cannot build, and returns its rows, which the caller knows the form of. */
export async function readRows<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}
