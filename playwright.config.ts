import { defineConfig } from '@playwright/test'
import { CHROMIUM_FOR_TESTS } from './ops/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/seeded-application.ts',
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  // Two browsers and two applications share two cores here; the bench measures speed.
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    launchOptions: CHROMIUM_FOR_TESTS,
    // Recording makes each test a third slower: use `playwright test --trace on` to look into one.
    trace: 'off',
  },
})
