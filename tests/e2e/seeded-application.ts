/**
 * Prepares the browser tests: builds the pages if needed, and fills one demo application that each worker copies. All databases are on
 * one server, which spares each worker the start of its own; the tests of the first start have the embedded one.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackages } from '../../ops/debian.mjs'
import { ensureBuilt } from '../../ops/ensure-built.mjs'
import type { DatabaseConnection } from '../../server/platform/database/database.ts'
import { copyDatabase, dropDatabase, startPostgres } from '../../testing/databases/postgres-server.ts'
import { startServerProcess, stopServerProcess } from '../../testing/server-process.ts'

/** The environment variables that tell the workers what to copy: a folder, and the server of the database with this name. */
const FOLDER = 'SEEDED_FOLDER'
const DATABASE_SERVER = 'SEEDED_DATABASE_SERVER'
const DATABASE = 'seeded'

/** Defaults of the embedded database that must be set beside DATABASE_URL. */
const DEMO = { DEMO: 'on', CARDS: 'sandbox', SECRET: 'a secret of the browser tests, of enough characters' }

export default async function seedApplication(): Promise<() => Promise<void>> {
  ensureDebianPackages('chromium-headless-shell')
  ensureBuilt()
  const folder = await mkdtemp(join(tmpdir(), 'school-seeded-'))
  const postgres = await startPostgres()
  const settings = { DATA_DIR: folder, DATABASE_URL: await postgres.createDatabase(DATABASE), ...DEMO }
  const server = startServerProcess({ ...settings, LOG_LEVEL: 'warn' }, { isVerbose: true })
  await server.url
  await stopServerProcess(server)
  process.env[FOLDER] = folder
  process.env[DATABASE_SERVER] = postgres.url('postgres')
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

/** A copy of the filled application, for a server of its own. */
export interface SeededCopy {
  settings: typeof DEMO & { DATA_DIR: string; DATABASE_URL: string }
  remove(): Promise<void>
}

/** Copies the filled application; the caller removes the copy. */
export async function copySeededApplication(): Promise<SeededCopy> {
  const { [FOLDER]: source = '', [DATABASE_SERVER]: server = '' } = process.env
  const folder = await mkdtemp(join(tmpdir(), 'school-e2e-'))
  await cp(source, folder, { recursive: true })
  const url = await copyDatabase(server, DATABASE)
  return {
    settings: { DATA_DIR: folder, DATABASE_URL: url, ...DEMO },
    async remove() {
      await dropDatabase(server, url)
      await rm(folder, { recursive: true })
    },
  }
}

/** Opens a copy of the filled database, which the caller closes; it is removed with the server. */
export async function openSeededDatabase(): Promise<DatabaseConnection> {
  const { openPostgres } = await import('../../server/platform/database/postgres.ts')
  return openPostgres(await copyDatabase(process.env[DATABASE_SERVER] ?? '', DATABASE), () => {})
}
