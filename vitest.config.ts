import { defineConfig } from 'vitest/config'

/** The server's tests run twice, each time on databases of their own: embedded, and on a real PostgreSQL. */
const serverTests = ['server/**/*.test.ts', 'demo/**/*.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    execArgv: ['--import', './ops/quick-imports.mjs'],
    projects: [
      { test: { name: 'unit', include: ['contract/**/*.test.ts', 'web/**/*.test.ts', 'tests/*.test.ts'] } },
      { test: { name: 'embedded', include: serverTests, globalSetup: 'tests/databases/embedded.ts', isolate: false } },
      { test: { name: 'postgres', include: serverTests, globalSetup: 'tests/databases/postgres.ts', isolate: false } },
    ],
  },
})
