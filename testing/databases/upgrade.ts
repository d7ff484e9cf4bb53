/** Upgrades a database from an earlier version in tests of migrations. */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, type DatabaseConnection, MIGRATIONS } from '../../server/platform/database/database.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { query } from './postgres-server.ts'

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
  const migrationsFolder = await copyMigrationsBefore(migration)
  try {
    const { db, close } = await openUpgraded(migrationsFolder, fill)
    await check(db).finally(close)
  } finally {
    await rm(migrationsFolder, { recursive: true })
  }
}

async function copyMigrationsBefore(migration: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-migrations-'))
  await cp(MIGRATIONS.migrationsFolder, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal: { entries: { idx: number }[] } = JSON.parse(await readFile(path, 'utf8'))
  const entries = journal.entries.filter(({ idx }) => idx < migration)
  await writeFile(path, JSON.stringify({ ...journal, entries }))
  return folder
}

async function openUpgraded(
  migrationsFolder: string,
  fill: (db: Database) => Promise<void>,
): Promise<DatabaseConnection> {
  const server = inject('database')
  const name = `school_${randomBytes(8).toString('hex')}`
  await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const db = drizzle({ client, casing: 'snake_case' })
  await migrate(db, { migrationsFolder })
  await fill(db)
  await client.end()
  return openPostgres(url.href, () => {})
}
