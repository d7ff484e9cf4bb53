/** Databases on the PostgreSQL server of the test run, each a copy of a migrated template. */
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { query } from './postgres-server.ts'
import { TEMPLATE } from './provided.ts'

/** Copies a database that has no connections; by default the migrated one without rows. Returns the URL of the copy. */
export async function copyTemplate(source?: string): Promise<string> {
  const server = readServerUrl()
  const name = `school_${randomBytes(8).toString('hex')}`
  const template = source ? new URL(source).pathname.slice(1) : TEMPLATE
  await query(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Drops a database and closes the connections to it. */
export async function dropDatabase(url: string): Promise<void> {
  await query(readServerUrl(), `drop database ${new URL(url).pathname.slice(1)} with (force)`)
}

function readServerUrl(): string {
  const database = inject('database')
  if (database.kind !== 'postgres') throw new Error('this test needs the PostgreSQL project of vitest.config.ts')
  return database.url
}
