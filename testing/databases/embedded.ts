/** Embedded databases for a test run: an empty one and a migrated one, of which each test loads a copy. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { EmbeddedPostgres, openPglite } from '../../server/platform/database/embedded.ts'
import { prepareDatabase } from './prepared.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'school-embedded-'))
  const client = new EmbeddedPostgres()
  const dump = async (name: string) => {
    const path = join(folder, name)
    await writeFile(path, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
    return path
  }
  await dropTemplates(client)
  const empty = await dump('empty.tar')
  const database = await openPglite(client)
  await prepareDatabase(database)
  const snapshot = await dump('migrated.tar')
  await database.close()
  project.provide('database', { kind: 'embedded', empty, snapshot })
  return () => rm(folder, { recursive: true })
}

/** Drops the databases that new ones are copied from. They have two thirds of the files, and a copy is loaded file by file. */
async function dropTemplates(client: EmbeddedPostgres): Promise<void> {
  await client.exec('update pg_database set datistemplate = false')
  await client.exec('drop database template0')
  await client.exec('drop database template1')
}
