/** A demo application as a process of its own, so that the load generator does not slow it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess, stopServerProcess } from '../testing/server-process.ts'

/** Runs `measure` against a server that the script starts and that prints its URL; by default the application. */
export async function withServer<T>(
  env: Record<string, string>,
  measure: (url: string, pid: number) => Promise<T>,
  script?: string[],
): Promise<T> {
  const command = script && ([process.execPath, ...script] as [string, ...string[]])
  const server = startServerProcess({ LOG_LEVEL: 'warn', ...env }, { isVerbose: true, ...(command ? { command } : {}) })
  try {
    return await measure(await server.url, server.process.pid ?? 0)
  } finally {
    await stopServerProcess(server)
  }
}

/** Runs `measure` against the built application with its demo, in an empty folder. */
export async function withApplication<T>(measure: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  try {
    return await withServer({ DATA_DIR: folder }, measure)
  } finally {
    await rm(folder, { recursive: true })
  }
}
