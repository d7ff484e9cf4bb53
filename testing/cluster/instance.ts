/** One instance of a cluster: a process on a port of its own that can be ended and started again. */
import { setTimeout as pause } from 'node:timers/promises'
import { NODE_ARGUMENTS } from '../../ops/server-arguments.mjs'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../server-process.ts'

export interface Instance {
  port: number
  /** The URL without the load balancer. */
  url: string
  output(): string
  start(env?: Record<string, string>): Promise<void>
  /** Stops it in order. */
  stop(): Promise<void>
  /** Ends it at once, as the operating system does when memory runs out. */
  kill(): Promise<void>
}

/** Three instances that fill an empty database need 20 s where others use the processor too. */
const MAX_START_MS = 50_000

/** The server of another folder, which has no bundle. */
const SOURCES: [string, ...string[]] = [process.execPath, ...NODE_ARGUMENTS, 'server/main.ts']

/** Describes an instance, which the caller starts. */
export function createInstance(port: number, settings: Record<string, string>, cwd?: string): Instance {
  let server: ServerProcess | undefined
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    output: () => server?.output() ?? '',
    async start(env = {}) {
      const options = { isDetached: true, ...(cwd ? { cwd, command: SOURCES } : {}) }
      server = startServerProcess({ ...settings, PORT: `${port}`, ...env }, options)
      await Promise.race([server.url, failLater(server)])
    },
    async stop() {
      if (server) await stopServerProcess(server)
    },
    async kill() {
      server?.process.kill('SIGKILL')
      await server?.exit
    },
  }
}

/** Rejects with what the server has printed: a test that waits for it would say nothing of the cause. */
async function failLater(server: ServerProcess): Promise<never> {
  await pause(MAX_START_MS, undefined, { ref: false })
  throw new Error(`the instance does not listen: ${server.output()}`)
}
