/** PostgreSQL for a test run: one server, with a migrated template that each test copies. */
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { startPostgres } from './postgres-server.ts'
import { prepareDatabase } from './prepared.ts'
import { TEMPLATE } from './provided.ts'
import { keepVersions } from './versions.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const url = await server.createDatabase(TEMPLATE)
  await keepVersions(server.url('postgres'), url)
  const template = await openPostgres(url, () => {})
  await prepareDatabase(template)
  await template.close()
  project.provide('database', server.url('postgres'))
  return () => server.stop()
}
