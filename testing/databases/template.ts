/** Databases on the PostgreSQL server of the test run, each a copy of a migrated template. */
import { inject } from 'vitest'
import { copyDatabase, dropDatabase as drop } from './postgres-server.ts'
import { TEMPLATE } from './provided.ts'

/** Copies a database that has no connections; by default the migrated one without rows. Returns the URL of the copy. */
export function copyTemplate(source?: string): Promise<string> {
  const server = readServerUrl()
  return copyDatabase(server, source ? new URL(source).pathname.slice(1) : TEMPLATE)
}

/** Drops a database and closes the connections to it. */
export function dropDatabase(url: string): Promise<void> {
  return drop(readServerUrl(), url)
}

function readServerUrl(): string {
  const url = inject('database')
  if (!url) throw new Error('this test needs a project of vitest.config.ts with a server')
  return url
}
