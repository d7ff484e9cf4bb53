/** A server of a spec's own, whose school waits for its owner. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { expect, test } from './fixtures.ts'
import { copySeededApplication } from './seeded-application.ts'

interface SetupLink {
  /** The address that the start, or `npm run setup-link`, has printed. */
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
        const { port } = new URL(await server.url)
        const { output } = settings.DEMO === 'off' ? server : printLink({ ...environment, PORT: port })
        await expect.poll(output).toContain('Set up the school')
        await use(/Set up the school: (\S+)/.exec(output())?.[1] ?? '')
        await stopServerProcess(server)
        await data.remove()
      },
      { scope: 'worker', timeout: 60_000 },
    ],
    baseURL: async ({ setupUrl }, use) => use(new URL(setupUrl).origin),
  })
}

/** Prints a link for the demo, whose start prints none. */
function printLink(environment: Record<string, string>) {
  return startServerProcess(environment, { command: ['npm', 'run', '--silent', 'setup-link'] })
}

/** Returns the settings of a school with the embedded database, without any data. */
async function openEmptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'school-setup-'))
  return { settings: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true }) }
}
