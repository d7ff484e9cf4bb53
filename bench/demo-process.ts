/** A demo application as a process of its own, on its embedded database or beside a server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../testing/databases/postgres-server.ts'
import { withServer } from './application-process.ts'

type Measure<T> = (url: string, pid: number) => Promise<T>

/** Runs `measure` against a demo application that was filled by an earlier start. */
export async function withEmbedded<T>(measure: Measure<T>): Promise<T> {
  return withFolder(async (env) => {
    await withServer(env, async () => {})
    return withServer(env, measure)
  })
}

/** Runs `measure` against a demo application on PostgreSQL. */
export async function withPostgres<T>(measure: Measure<T>): Promise<T> {
  const server = await startPostgres()
  const database = {
    DATABASE_URL: await server.createDatabase('bench'),
    SECRET: 'a secret for the bench, long enough',
  }
  try {
    return await withFolder((env) => withServer({ ...env, ...database }, measure))
  } finally {
    await server.stop()
  }
}

async function withFolder<T>(use: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  try {
    return await use({ DATA_DIR: folder, DEMO: 'on', CARDS: 'sandbox' })
  } finally {
    await rm(folder, { recursive: true })
  }
}
