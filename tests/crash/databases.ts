/** Databases that a server process and the test open one after the other, each a copy of a prepared one. */
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenDatabase } from '../../server/database/database.ts'
import { openEmbedded } from '../../server/database/embedded.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { query, startPostgres } from '../databases/postgres-server.ts'
import { prepareJobs } from '../databases/prepared.ts'

export interface Copy {
  /** What the server needs in its environment. */
  env: Record<string, string>
  open(): Promise<OpenDatabase>
  remove(): Promise<void>
}

export interface Copies {
  copy(): Promise<Copy>
  close(): Promise<void>
}

export async function embeddedCopies(): Promise<Copies> {
  const folder = await mkdtemp(join(tmpdir(), 'school-crash-'))
  const prepared = join(folder, 'prepared')
  const database = await openEmbedded(prepared)
  await prepareJobs(database)
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

export async function postgresCopies(): Promise<Copies> {
  const server = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'school-crash-'))
  const template = await openPostgres(await server.createDatabase('template_school'), () => {})
  await prepareJobs(template)
  await template.close()
  return {
    async copy() {
      const name = `school_${randomUUID().replaceAll('-', '')}`
      await query(server.url('postgres'), `create database ${name} template template_school`)
      return {
        env: { DATABASE_URL: server.url(name), DATA_DIR: folder },
        open: () => openPostgres(server.url(name), () => {}),
        remove: () => query(server.url('postgres'), `drop database ${name} with (force)`),
      }
    },
    async close() {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
