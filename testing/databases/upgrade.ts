/** Upgrades a database from an earlier version in tests of migrations. */
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../server/platform/database/database.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { dropDatabase } from './postgres-server.ts'
import { createBefore } from './versions.ts'

/** For tests that upgrade: the first migrations and a database take a while. */
export const UPGRADE_TIMEOUT_MS = 120_000

/**
 * Opens a database on the version before a migration, fills it, upgrades it to the current version, and passes it to `check`.
 * @param migration the number of the migration, as in `0008`
 */
export async function upgradeFrom(
  migration: number,
  fill: (db: Database) => Promise<void>,
  check: (db: Database) => Promise<void>,
): Promise<void> {
  const server = inject('database')
  const url = await createBefore(server, migration)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await fill(drizzle({ client, casing: 'snake_case' })).finally(() => client.end())
  const { db, close } = await openPostgres(url, () => {})
  await check(db).finally(close)
  await dropDatabase(server, url)
}
