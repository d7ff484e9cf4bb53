/** PostgreSQL embedded in the process (PGlite), in a folder of our own. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { fromPglite } from 'pg-boss'
import { StartError } from '../start-error.ts'
import { MIGRATIONS, type OpenDatabase } from './database.ts'
import { lockFolder } from './folder-lock.ts'

/** PGlite, made polite: it computes inside the event loop's turn, so each query first lets others have theirs. */
export class EmbeddedPostgres extends PGlite {
  override async _runExclusiveQuery<T>(query: () => Promise<T>): Promise<T> {
    await nextTurn()
    return super._runExclusiveQuery(query)
  }
}

/**
 * Opens the database in `dataDir/database`, migrated. Only one process may have it open.
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

/** Opens a database that the caller made, migrated. */
export async function openPglite(client: EmbeddedPostgres): Promise<OpenDatabase> {
  await client.waitReady
  const db = drizzle({ client, casing: 'snake_case' })
  await migrate(db, MIGRATIONS)
  return {
    db,
    ping: async () => void (await client.query('select 1')),
    // No other process can have it open.
    listen: async () => async () => {},
    executeSql: fromPglite(client).executeSql,
    close: () => client.close(),
  }
}
