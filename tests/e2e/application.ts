/**
 * The application of the browser tests: one server, or a cluster of several instances. Every worker loads this file, and the modules of a
 * cluster only where it starts one.
 */
import { startServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { providerSettings } from './provider.ts'
import { copySeededApplication } from './seeded-application.ts'

/** Set by `npm run test:cluster`. */
export const ON_CLUSTER = 'BROWSER_TESTS_ON_CLUSTER'

export interface BrowserApplication {
  url: string
  /** The folder of its data, where its e-mails arrive. */
  dataDir: string
  stop(): Promise<void>
}

/** Starts a demo school with these settings beside those of all tests. The caller stops it. */
export async function startApplication(settings: Record<string, string>): Promise<BrowserApplication> {
  if (process.env[ON_CLUSTER]) return (await import('../../testing/cluster/cluster.ts')).startCluster({ settings })
  const copy = await copySeededApplication()
  const environment = { ...copy.settings, LOG_LEVEL: 'warn', ...providerSettings(), ...settings }
  const server = startServerProcess(environment, { isVerbose: true })
  return {
    url: await server.url,
    dataDir: copy.settings.DATA_DIR,
    async stop() {
      await stopServerProcess(server)
      await copy.remove()
    },
  }
}
