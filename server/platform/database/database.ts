/** The interface of the database. */
import { join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { ROOT } from '#server/platform/root.ts'

/** Drizzle's handle on the database, or a transaction on it. */
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
  /** The connections of this process. */
  pool: ConnectionPool
  /** Ends the start: queries wait five seconds for a connection from now on. */
  endStart(): void
  close(): Promise<void>
}

/** The name (`application_name`) of our connections to PostgreSQL begins so. */
export const NAME_PREFIX = 'photography-school '

export interface OpenOptions {
  /** True if the database is migrated to this version; so by default. */
  migrates?: boolean
  /** Refuses an embedded database that another process has open, in place of using that one's PostgreSQL. */
  isExclusive?: boolean
  /** The longest wait for a connection until `endStart`; five seconds by default. */
  startTimeoutMs?: number
  /** Is called once where another process migrates for some seconds, for which this one waits. */
  onMigrationWait?: () => void
}

export const MIGRATIONS = { migrationsFolder: join(ROOT, 'server/platform/database/migrations') }

/** Runs a query that Drizzle cannot build, and returns its rows, which the caller knows the form of. */
export async function readRows<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}
