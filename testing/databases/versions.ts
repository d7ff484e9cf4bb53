/** Databases of earlier versions, which tests of migrations copy: each begins a few migrations before the tested one, not at the first. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { MIGRATIONS } from '../../server/platform/database/database.ts'
import { copyDatabase } from './postgres-server.ts'

/** The number of migrations from one such database to the next. */
const STEP = 8

interface Journal {
  entries: { idx: number }[]
}

/**
 * Migrates an empty database, and keeps a copy of it for tests at every step.
 * @param server the URL of another database on the server
 */
export async function keepVersions(server: string, url: string): Promise<void> {
  const { entries } = await readJournal(MIGRATIONS.migrationsFolder)
  for (let migration = STEP; migration < entries.length; migration += STEP) {
    await migrateBefore(url, migration)
    await copyDatabase(server, new URL(url).pathname.slice(1), toName(migration))
  }
}

/** Creates a database of the version before a migration. Returns its URL. @param server the URL of another database on the server */
export async function createBefore(server: string, migration: number): Promise<string> {
  const kept = migration - (migration % STEP)
  const url = await copyDatabase(server, kept === 0 ? 'template1' : toName(kept))
  await migrateBefore(url, migration)
  return url
}

const toName = (migration: number) => `before_${migration}`

async function migrateBefore(url: string, migration: number): Promise<void> {
  const migrationsFolder = await copyMigrationsBefore(migration)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await migrate(drizzle({ client }), { migrationsFolder })
  } finally {
    await client.end()
    await rm(migrationsFolder, { recursive: true })
  }
}

async function copyMigrationsBefore(migration: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-migrations-'))
  await cp(MIGRATIONS.migrationsFolder, folder, { recursive: true })
  const { entries, ...rest } = await readJournal(folder)
  await writeFile(
    join(folder, JOURNAL),
    JSON.stringify({ ...rest, entries: entries.filter(({ idx }) => idx < migration) }),
  )
  return folder
}

const JOURNAL = 'meta/_journal.json'

async function readJournal(folder: string): Promise<Journal> {
  return JSON.parse(await readFile(join(folder, JOURNAL), 'utf8'))
}
