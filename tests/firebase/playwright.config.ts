import { defineConfig } from '@playwright/test'
import { CHROMIUM_FOR_TESTS } from '../../ops/chromium.ts'

/** The tests share one school, which the first one sets up, so they run in their order. */
export default defineConfig({
  testDir: import.meta.dirname,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: { launchOptions: CHROMIUM_FOR_TESTS, trace: 'off', contextOptions: { reducedMotion: 'reduce' } },
})
