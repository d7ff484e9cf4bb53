/** A server of a spec's own, whose school waits for its owner. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { expect, test } from './fixtures.ts'
import { copySeededApplication } from './seeded-application.ts'

interface SetupLink {
  /** The address that the start has printed. */
  setupUrl: string
}

/** Returns `test` with a server of these settings: on the filled demo, or on an empty database where they switch it off. */
export function withSetupLink(settings: Record<string, string>) {
  return test.extend<{ _: undefined }, SetupLink>({
    setupUrl: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
      async ({}, use) => {
        const data = settings.DEMO === 'off' ? await openEmptyFolder() : await copySeededApplication()
        const environment = { ...data.settings, LOG_LEVEL: 'warn', ...settings }
        const server = startServerProcess(environment, { isVerbose: true })
        await server.url
        await expect.poll(server.output).toContain('Set up the school')
        await use(/Set up the school: (\S+)/.exec(server.output())?.[1] ?? '')
        await stopServerProcess(server)
        await data.remove()
      },
      { scope: 'worker', timeout: 60_000 },
    ],
    baseURL: async ({ setupUrl }, use) => use(new URL(setupUrl).origin),
  })
}

/** Returns the settings of a school with the embedded database, without any data. */
async function openEmptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'school-setup-'))
  return { settings: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true }) }
}
