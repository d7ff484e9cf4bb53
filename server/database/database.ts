/** The database as the domains see it: embedded or PostgreSQL, one schema, one folder of migrations. */
import { join } from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Drizzle's query language on either database. Inside a transaction it is the transaction. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface OpenDatabase {
  db: Database
  /** Resolves when the database answers; rejects when it does not. */
  ping(): Promise<void>
  /** From now on calls `heard` whenever another process may have said something on `channel`; answers how to stop. */
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>
  /** Runs SQL as it is, several statements too where there are no values: for pg-boss, which brings its own. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  close(): Promise<void>
}

export const MIGRATIONS = { migrationsFolder: join(import.meta.dirname, 'migrations') }
