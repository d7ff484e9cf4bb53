import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FOR_TESTS } from '../../ops/chromium.ts'
import { EMBEDDED } from '../e2e/provider.ts'

/** The browser tests of parts that the embedded provider has itself, and Firebase replaces. */
const EMBEDDED_ONLY = [
  'confirm-email',
  'first-start',
  'only-provider',
  'passwords',
  'required-second-factor',
  'second-factor',
  'sign-in-provider',
  'sign-in-sessions',
  'ways-to-sign-in',
]

/** The tests of this provider, and those that the embedded provider passes as well. */
export default defineConfig({
  globalSetup: './seeded-school.ts',
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  projects: [
    // They share one school, which the first one sets up, so they run in their order.
    { name: 'firebase', testDir: import.meta.dirname, workers: 1 },
    {
      name: 'the same tests',
      testDir: join(import.meta.dirname, '../e2e'),
      grepInvert: new RegExp(EMBEDDED),
      testIgnore: EMBEDDED_ONLY.map((name) => `**/${name}.spec.ts`),
    },
  ],
  use: { launchOptions: CHROMIUM_FOR_TESTS, contextOptions: { reducedMotion: 'reduce' }, trace: 'off' },
})
