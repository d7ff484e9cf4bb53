/** A PostgreSQL server, by its address. */
import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { MIGRATIONS, type OpenDatabase } from './database.ts'
import { listen } from './listener.ts'

/** Connections that a server process keeps. PostgreSQL allows 100 in all by default, and several instances share them. */
const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000

/** Any number will do, as long as every instance asks for the same. */
const MIGRATION_LOCK = 20190101

/**
 * Opens a database, migrated. Several processes may start at once: one migrates, the others wait for it.
 * @param onBroken hears of connections that break while nobody uses them; they are replaced by themselves
 * @throws StartError when it does not answer within five seconds
 */
export async function openPostgres(url: string, onBroken: (error: Error) => void): Promise<OpenDatabase> {
  const ownName = `photography-school ${randomUUID()}`
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: ownName,
  })
  pool.on('error', onBroken)
  try {
    await migrateAlone(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    db: drizzle({ client: pool, casing: 'snake_case' }),
    ping: async () => void (await pool.query('select 1')),
    listen: (channel, heard) => listen(url, channel, { ownName, heard, onDeaf: onBroken }),
    executeSql: (text, values) => pool.query(text, values),
    close: () => pool.end(),
  }
}

async function migrateAlone(pool: pg.Pool): Promise<void> {
  const client = await pool.connect().catch((error: Error) => {
    throw new StartError(`DATABASE_URL: the database does not answer (${error.message})`)
  })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client, casing: 'snake_case' }), MIGRATIONS)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  }
}
