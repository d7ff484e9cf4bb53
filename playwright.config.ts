import { defineConfig } from '@playwright/test'
import { CHROMIUM_FOR_TESTS } from './ops/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/filled-school.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  // Two browsers and two schools share two cores here; what must be quick is measured by the bench.
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    launchOptions: CHROMIUM_FOR_TESTS,
    // Recording every test makes each a third slower: `playwright test --trace on` when one is looked into.
    trace: 'off',
  },
})
