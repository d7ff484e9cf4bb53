/** The database: PGlite in a folder of our own, or PostgreSQL by its address. One schema, one folder of migrations. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { EmbeddedPostgres } from './embedded.ts'
import { lockFolder } from './folder-lock.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')

/** Connections a server process keeps. Source: PostgreSQL's default of 100 in all, shared by several instances. */
const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000

/** Either database, as the domains see it: Drizzle's query language. Inside a transaction it is the transaction. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface OpenDatabase {
  db: Database
  /** Resolves when the database answers; rejects when it does not. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the embedded database in `dataDir/database`, migrated. Only one process may have it open.
 * @throws StartError when the folder cannot be written or another process has it
 */
export async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const folder = resolve(dataDir)
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot write to ${folder} (${(error as NodeJS.ErrnoException).code})`)
  }
  const unlock = lockFolder(folder)
  try {
    const opened = await openPglite(new EmbeddedPostgres(join(folder, 'database')))
    return { ...opened, close: () => opened.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Opens a PGlite that the caller made, migrated. */
export async function openPglite(client: EmbeddedPostgres): Promise<OpenDatabase> {
  await client.waitReady
  const db = drizzleEmbedded({ client, casing: 'snake_case' })
  await migrateEmbedded(db, { migrationsFolder: MIGRATIONS })
  return {
    db,
    ping: async () => void (await client.query('select 1')),
    close: () => client.close(),
  }
}

/**
 * Opens a PostgreSQL server by its address, migrated. Several processes may start at once: one migrates, the others wait.
 * @throws StartError when it does not answer within five seconds
 */
export async function openPostgres(url: string, onIdleError: (error: Error) => void): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  pool.on('error', onIdleError)
  try {
    await migrateAlone(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    db: drizzlePostgres({ client: pool, casing: 'snake_case' }),
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  }
}

/** Any number will do, as long as every instance asks for the same. */
const MIGRATION_LOCK = 20190101

async function migrateAlone(pool: pg.Pool): Promise<void> {
  const client = await pool.connect().catch((error: Error) => {
    throw new StartError(`DATABASE_URL: the database does not answer (${error.message})`)
  })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migratePostgres(drizzlePostgres({ client, casing: 'snake_case' }), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  }
}
