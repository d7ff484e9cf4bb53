/** The interface of both databases, embedded and PostgreSQL. They share one schema and one folder of migrations. */
import { join } from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Drizzle's handle on either database, or a transaction on it. */
export type Database = PgDatabase<PgQueryResultHKT>

export type OnNotification = (detail: string | null) => void

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
  close(): Promise<void>
}

export const MIGRATIONS = { migrationsFolder: join(import.meta.dirname, 'migrations') }
