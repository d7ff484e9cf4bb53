/** One instance of a cluster: a process on a port of its own that can be ended and started again. */
import { type ServerProcess, startServerProcess, stopServerProcess } from '../server-process.ts'

export interface Instance {
  port: number
  /** Where it is reached without the load balancer. */
  url: string
  output(): string
  start(env?: Record<string, string>): Promise<void>
  /** Stops it in order. */
  stop(): Promise<void>
  /** Ends it at once, as the operating system does when memory runs out. */
  kill(): Promise<void>
}

/** Describes an instance, which the caller starts. */
export function createInstance(port: number, settings: Record<string, string>, cwd?: string): Instance {
  let server: ServerProcess | undefined
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    output: () => server?.output() ?? '',
    async start(env = {}) {
      const options = { isDetached: true, ...(cwd ? { cwd } : {}) }
      server = startServerProcess({ ...settings, PORT: `${port}`, ...env }, options)
      await server.url
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
