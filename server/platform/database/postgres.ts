/** A PostgreSQL server, by its connection URL. */
import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartError } from '#server/platform/start-error.ts'
import { type DatabaseConnection, MIGRATIONS, NAME_PREFIX, type OpenOptions, toLogger } from './database.ts'
import { listen } from './listener.ts'

/** Connections of one process. PostgreSQL allows 100 by default, which several instances share. */
const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000

/** An arbitrary number that every instance uses. */
const MIGRATION_LOCK = 20190101

/**
 * Opens a database and by default migrates it. Several processes may start at once: one migrates, and the others wait for it.
 * @param onBroken is called when an idle connection breaks; the pool replaces it
 * @throws StartError when it does not respond within five seconds
 */
export async function openPostgres(
  url: string,
  onBroken: (error: Error) => void,
  { migrates = true, onStatement }: OpenOptions = {},
): Promise<DatabaseConnection> {
  const ownName = `${NAME_PREFIX}${randomUUID()}`
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: ownName,
  })
  pool.on('error', onBroken)
  try {
    await withFirstConnection(pool, migrates ? migrateUnderLock : async () => {})
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    db: drizzle({ client: pool, casing: 'snake_case', logger: toLogger(onStatement) }),
    ping: async () => void (await pool.query('select 1')),
    listen: (channel, onNotification) => listen(url, channel, { ownName, onNotification, onError: onBroken }),
    executeSql: (text, values) => pool.query(text, values),
    close: () => pool.end(),
  }
}

async function withFirstConnection(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect().catch((error: Error) => {
    throw new StartError(`DATABASE_URL: the database does not respond (${error.message})`)
  })
  try {
    await use(client)
  } finally {
    client.release()
  }
}

async function migrateUnderLock(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client, casing: 'snake_case' }), MIGRATIONS)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}
