/** Embedded databases for a test run: one is migrated, and each test loads a copy of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { EmbeddedPostgres, openPglite } from '../../server/platform/database/embedded.ts'
import { prepareDatabase } from './prepared.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'school-embedded-'))
  const snapshot = join(folder, 'migrated.tar')
  const client = new EmbeddedPostgres()
  const database = await openPglite(client)
  await prepareDatabase(database)
  await writeFile(snapshot, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  project.provide('database', { kind: 'embedded', snapshot })
  return () => rm(folder, { recursive: true })
}
