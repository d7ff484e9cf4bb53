import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FOR_TESTS } from './ops/chromium.ts'

const FOLDER = join(import.meta.dirname, 'tests/e2e')

const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => ({ path: `**/${name}`, source: readFileSync(join(FOLDER, name), 'utf8') }))

const APPLICATIONS = ['own', 'shared', 'shared with pictures', 'stripe'] as const

/** The application that the tests of a file use: one of their own, one with a fake of Stripe, or the shared one. */
function findApplication(source: string): (typeof APPLICATIONS)[number] {
  if (source.includes('haveOwnApplication()')) return 'own'
  if (source.includes("from './stripe.ts'")) return 'stripe'
  return source.includes('withPictures') ? 'shared with pictures' : 'shared'
}

export default defineConfig({
  testDir: FOLDER,
  globalSetup: './tests/e2e/seeded-application.ts',
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  // Two browsers and two applications share two cores here; the bench measures speed.
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  // A worker ends its application for a test with another one. In this order, and with the tests of each file that has its own
  // application in one worker, few are started a second time.
  projects: APPLICATIONS.map((name) => ({
    name,
    fullyParallel: name !== 'own',
    testMatch: files.filter(({ source }) => findApplication(source) === name).map(({ path }) => path),
  })),
  use: {
    launchOptions: CHROMIUM_FOR_TESTS,
    // Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording makes each test a third slower: use `playwright test --trace on` to look into one.
    trace: 'off',
  },
})
