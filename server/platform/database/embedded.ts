/** PostgreSQL embedded in the process (PGlite), stored in a folder. */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { fromPglite } from 'pg-boss'
import { openDataFolder } from '#server/platform/data-folder.ts'
import { type DatabaseConnection, MIGRATIONS, type OpenOptions, toLogger } from './database.ts'
import { lockFolder } from './folder-lock.ts'

/**
 * PGlite with the extension that the search for classes uses. It yields to the event loop before each query, because a query runs
 * synchronously.
 */
export class EmbeddedPostgres extends PGlite {
  constructor(options: PGliteOptions = {}) {
    super({ ...options, extensions: { pg_trgm } })
  }

  override async _runExclusiveQuery<T>(query: () => Promise<T>): Promise<T> {
    await nextTurn()
    return super._runExclusiveQuery(query)
  }
}

/**
 * Opens the database in `dataDir/database`, and by default migrates it. Only one process may have it open.
 * @throws StartError when the folder cannot be written or made private, or another process has it
 */
export async function openEmbedded(dataDir: string, options?: OpenOptions): Promise<DatabaseConnection> {
  const folder = openDataFolder(dataDir)
  const unlock = lockFolder(folder)
  try {
    const connection = await openPglite(new EmbeddedPostgres({ dataDir: join(folder, 'database') }), options)
    return { ...connection, close: () => connection.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Opens a database over a client of the caller, and by default migrates it. */
export async function openPglite(
  client: EmbeddedPostgres,
  { migrates = true, onStatement }: OpenOptions = {},
): Promise<DatabaseConnection> {
  await client.waitReady
  const db = drizzle({ client, casing: 'snake_case', logger: toLogger(onStatement) })
  if (migrates) await migrate(db, MIGRATIONS)
  return {
    db,
    ping: async () => void (await client.query('select 1')),
    // No other process can have it open.
    listen: async () => async () => {},
    executeSql: fromPglite(client).executeSql,
    close: () => client.close(),
  }
}
