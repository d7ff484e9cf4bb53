/** Databases that a server process and the test open one after the other, each a copy of a prepared one. */
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, DatabaseConnection } from '../../server/platform/database/database.ts'
import { openEmbedded } from '../../server/platform/database/embedded.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { prepareDatabase } from '../../testing/databases/prepared.ts'
import { copyTemplate, dropDatabase } from '../../testing/databases/template.ts'

export interface Copy {
  /** The environment variables with which the server opens this database. */
  env: Record<string, string>
  open(): Promise<DatabaseConnection>
  remove(): Promise<void>
}

export type Fill = (db: Database) => Promise<void>

export interface Copies {
  copy(): Promise<Copy>
  close(): Promise<void>
}

/** Opens copies of an embedded database that `fill` has filled. */
export async function openEmbeddedCopies(fill: Fill): Promise<Copies> {
  const folder = await mkdtemp(join(tmpdir(), 'school-crash-'))
  const prepared = join(folder, 'prepared')
  const database = await openEmbedded(prepared)
  await prepareDatabase(database)
  await fill(database.db)
  await database.close()
  return {
    async copy() {
      const dataDir = join(folder, randomUUID())
      await cp(prepared, dataDir, { recursive: true })
      return {
        env: { DATA_DIR: dataDir },
        open: () => openEmbedded(dataDir),
        remove: () => rm(dataDir, { recursive: true }),
      }
    },
    close: () => rm(folder, { recursive: true }),
  }
}

/** Opens copies of a PostgreSQL database that `fill` has filled, on the server of the test run. */
export async function openPostgresCopies(fill: Fill): Promise<Copies> {
  const template = await copyTemplate()
  const database = await openPostgres(template, () => {})
  await fill(database.db)
  await database.close()
  const folder = await mkdtemp(join(tmpdir(), 'school-crash-'))
  return {
    async copy() {
      const url = await copyTemplate(template)
      return {
        env: { DATABASE_URL: url, DATA_DIR: folder },
        open: () => openPostgres(url, () => {}),
        remove: () => dropDatabase(url),
      }
    },
    close: () => rm(folder, { recursive: true }),
  }
}
