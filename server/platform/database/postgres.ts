/** A PostgreSQL server, by its connection URL. */
import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartError } from '#server/platform/start-error.ts'
import { type Database, type DatabaseConnection, MIGRATIONS, NAME_PREFIX, type OpenOptions } from './database.ts'
import { listen } from './listener.ts'
import { inheritStatements } from './prepared.ts'

/** Connections of one process. PostgreSQL allows 100 by default, which several instances share. */
const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000

/** An arbitrary number that every instance uses. */
const MIGRATION_LOCK = 20190101

export interface PostgresOptions extends OpenOptions {
  /** A URL of the same database that keeps sessions, where `url` is a pooler that does not; `url` by default. */
  directUrl?: string | undefined
  /** The variable that an error names; DATABASE_URL by default. */
  setting?: string
}

/**
 * Opens a database and by default migrates it. Several processes may start at once: one migrates, and the others wait for it.
 * @param onBroken is called when an idle connection breaks; the pool replaces it
 * @throws StartError when it does not respond within `startTimeoutMs`
 */
export async function openPostgres(
  url: string,
  onBroken: (error: Error) => void,
  {
    migrates = true,
    directUrl = url,
    setting = 'DATABASE_URL',
    startTimeoutMs = CONNECT_TIMEOUT_MS,
    onMigrationWait,
  }: PostgresOptions = {},
): Promise<DatabaseConnection> {
  const ownName = `${NAME_PREFIX}${randomUUID()}`
  const direct = { url: directUrl, setting: directUrl === url ? setting : 'DATABASE_DIRECT_URL' }
  if (migrates) await migrateUnderLock(direct, { timeoutMs: startTimeoutMs, onWait: onMigrationWait })
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: startTimeoutMs,
    application_name: ownName,
  })
  pool.on('error', onBroken)
  // A connection may break between two queries of a transaction. Without a listener, its error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await pool.query('select 1').catch(toStartError(setting))
  } catch (error) {
    await pool.end()
    throw error
  }
  const listeners: (() => Promise<void>)[] = []
  return {
    db: Object.assign(drizzle({ client: pool, casing: 'snake_case' }), { transaction: transactOn(pool) }),
    ping: async () => void (await pool.query('select 1')),
    async listen(channel, onNotification) {
      const stop = await listen(directUrl, channel, { ownName, onNotification, onError: onBroken })
      listeners.push(stop)
      return stop
    },
    executeSql: (text, values) => pool.query(text, values),
    pool,
    // A public member of the pool, which reads it for each wait.
    endStart: () => {
      pool.options.connectionTimeoutMillis = CONNECT_TIMEOUT_MS
    },
    async close() {
      await Promise.all(listeners.map((stop) => stop()))
      await pool.end()
    },
  }
}

/** Returns Drizzle's `transaction`, which on a pool would not return a connection whose `begin` failed. A handle remembers the names of columns. */
function transactOn(pool: pg.Pool): Database['transaction'] {
  const handles = new WeakMap<pg.PoolClient, Database>()
  return async (work, config) => {
    const client = await pool.connect()
    const handle = handles.get(client) ?? drizzle({ client, casing: 'snake_case' })
    handles.set(client, handle)
    try {
      return await handle.transaction((tx) => {
        inheritStatements(tx, handle)
        return work(tx)
      }, config)
    } finally {
      client.release()
    }
  }
}

/** Time after which a process that waits for the migrations of another one says so. */
const MIGRATION_WAIT_MS = 3_000

interface MigrationOptions {
  timeoutMs: number
  onWait: (() => void) | undefined
}

/** Migrates under a lock of its session, so that another process waits. */
async function migrateUnderLock(
  { url, setting }: { url: string; setting: string },
  { timeoutMs, onWait }: MigrationOptions,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs })
  client.on('error', () => {})
  await client.connect().catch(toStartError(setting))
  const waiting = setTimeout(() => onWait?.(), MIGRATION_WAIT_MS)
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]).finally(() => clearTimeout(waiting))
    await migrate(drizzle({ client, casing: 'snake_case' }), MIGRATIONS)
  } finally {
    await client.end()
  }
}

function toStartError(setting: string) {
  return (error: Error): never => {
    throw buildError(setting, error)
  }
}

const buildError = (setting: string, { message }: Error) =>
  new StartError(`${setting}: the database does not respond (${message})`)

/** The errors of pg and pg-pool where a connection takes too long. */
const IS_TIMEOUT =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout|timeout expired)$/

/** Returns the problem of a query that has waited for a connection in vain; null for any other error. @param setting the variable that it names */
export function findTimeout(error: unknown, setting: string): StartError | null {
  if (!(error instanceof Error)) return null
  return IS_TIMEOUT.test(error.message) ? buildError(setting, error) : findTimeout(error.cause, setting)
}
