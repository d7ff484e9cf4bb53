/** Prepares the browser tests: builds the pages if needed, and fills one demo application whose folder each worker copies. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackages } from '../../ops/debian.mjs'
import { ensureBuilt } from '../../ops/ensure-built.mjs'
import { startServerProcess, stopServerProcess } from '../../testing/server-process.ts'

/** The environment variable that names the folder to the workers. */
export const SEEDED = 'SEEDED_APPLICATION'

export default async function seedApplication(): Promise<() => Promise<void>> {
  ensureDebianPackages('chromium-headless-shell')
  // The specs run against an application that runs already.
  if (process.env.APPLICATION_URL) return async () => {}
  ensureBuilt()
  const folder = await mkdtemp(join(tmpdir(), 'school-seeded-'))
  const server = startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
  await server.url
  await stopServerProcess(server)
  process.env[SEEDED] = folder
  return () => rm(folder, { recursive: true })
}
