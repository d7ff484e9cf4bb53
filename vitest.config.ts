import { defineConfig } from 'vitest/config'
import { RUNS_ONCE } from './testing/databases/runs-once.ts'
import { LongestFirst } from './testing/sequence.ts'

/** The tests of the server run twice, each time on databases of their own: embedded, and on a PostgreSQL server. */
const serverTests = ['server/**/*.test.ts', 'demo/**/*.test.ts']

/** These need a PostgreSQL server and nothing embedded. */
const postgresTests = ['tests/instances.test.ts', 'tests/classroom.test.ts', 'tests/faults/crashes-postgres.test.ts']

/** These kill servers, build everything anew, or run commands on whole schools, and take minutes. `npm run test:long` and `npm test -- NAME` run them. */
const longTests = ['tests/faults/*.test.ts', 'tests/dev.test.ts', 'tests/backup.test.ts']

/** These need nginx and PgBouncer, and stop and restart parts of a cluster. `npm run test:cluster` runs them. */
const clusterTests = ['tests/cluster/*.test.ts']

/** Restoring a school takes the embedded database ten times as long as PostgreSQL, where `npm test` runs these. */
const longOnEmbedded = ['server/domains/backup/*.test.ts', 'server/domains/backup/export/export.test.ts']

const isQuick = process.env.TEST_FILES === 'quick'
const leftOut = isQuick ? longTests : []

/**
 * End a test or a hook that hangs. They promise no speed, which the bench measures: a test that opens an application takes 2 s on quiet
 * cores, and took 5 to 10 s beside a second run of all tests.
 */
const timeouts = { testTimeout: 20_000, hookTimeout: 30_000 }

export default defineConfig({
  test: {
    maxWorkers: 3,
    execArgv: ['--import', './ops/quick-imports.mjs'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
          exclude: [...postgresTests, ...clusterTests, ...leftOut],
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'embedded',
          include: serverTests,
          exclude: [...Object.keys(RUNS_ONCE), ...(isQuick ? longOnEmbedded : [])],
          globalSetup: 'testing/databases/embedded.ts',
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'cluster',
          include: process.env.TEST_FILES === 'cluster' ? clusterTests : [],
          fileParallelism: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...serverTests, ...postgresTests],
          exclude: leftOut,
          globalSetup: 'testing/databases/postgres.ts',
          isolate: false,
          ...timeouts,
        },
      },
    ],
  },
})
