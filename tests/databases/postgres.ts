/** PostgreSQL databases for tests: one server, a migrated template, and a copy of it for each. */
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../server/database/postgres.ts'
import { startPostgres } from './postgres-server.ts'
import { prepareJobs } from './prepared.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const template = await openPostgres(await server.createDatabase('template_school'), () => {})
  await prepareJobs(template)
  await template.close()
  project.provide('database', { kind: 'postgres', url: server.url('postgres') })
  return () => server.stop()
}
