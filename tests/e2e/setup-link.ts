/** A server of a spec's own, whose school waits for its owner. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { expect, test } from './fixtures.ts'
import { SEEDED } from './seeded-application.ts'

interface SetupLink {
  /** The address that the start has printed. */
  setupUrl: string
}

/** Returns `test` with a server of these settings: on the filled demo, or on an empty database where they switch it off. */
export function withSetupLink(settings: Record<string, string>) {
  return test.extend<{ _: undefined }, SetupLink>({
    setupUrl: [
      async ({ browserName }, use) => {
        const folder = await mkdtemp(join(tmpdir(), `school-setup-${browserName}-`))
        if (settings.DEMO !== 'off') await cp(process.env[SEEDED] ?? '', folder, { recursive: true })
        const server = startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'warn', ...settings }, { isVerbose: true })
        await server.url
        await expect.poll(server.output).toContain('Set up the school')
        await use(/Set up the school: (\S+)/.exec(server.output())?.[1] ?? '')
        await stopServerProcess(server)
        await rm(folder, { recursive: true })
      },
      { scope: 'worker', timeout: 60_000 },
    ],
    baseURL: async ({ setupUrl }, use) => use(new URL(setupUrl).origin),
  })
}
