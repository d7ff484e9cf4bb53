/** A browser on a school whose accounts Firebase's emulator keeps. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { test as base, expect } from '../e2e/fixtures.ts'
import { firebaseSettings } from '../e2e/provider.ts'
import { type Emulator, openEmulator } from './emulator.ts'

export { expect }

interface WorkerFixtures {
  emulator: Emulator
  /** The link that sets up the school. */
  setupUrl: string
}

export const test = base.extend<{ _: undefined }, WorkerFixtures>({
  emulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
    async ({}, use) => {
      const emulator = await openEmulator()
      await use(emulator)
      await emulator.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  setupUrl: [
    async ({ emulator }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'school-firebase-'))
      const school = { DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: 'off', CARDS: 'sandbox' }
      const server = startServerProcess({ ...school, ...firebaseSettings(emulator.host) }, { isVerbose: true })
      await server.url
      await expect.poll(server.output).toContain('Set up the school')
      await use(/Set up the school: (\S+)/.exec(server.output())?.[1] ?? '')
      await stopServerProcess(server)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ setupUrl }, use) => use(new URL(setupUrl).origin),
})
