import { defineConfig } from 'vitest/config'
import { RUNS_TWICE } from './testing/databases/runs-twice.ts'
import { STATEMENTS } from './testing/databases/statements.ts'
import { LongestFirst } from './testing/sequence.ts'

/** The tests of the server run on PostgreSQL, and some or all of them on the embedded database as well. */
const serverTests = ['server/**/*.test.ts', 'demo/**/*.test.ts']

/** These need a PostgreSQL server and nothing embedded. */
const postgresTests = ['tests/instances.test.ts', 'tests/classroom.test.ts', 'tests/faults/*-postgres.test.ts']

/** Traces have the queries of pg, which the embedded database is without. */
const tracingTests = 'server/adapters/open-telemetry/*.test.ts'

/** These kill servers, build everything anew, or run commands on whole schools, and take minutes. `npm run test:long` and `npm test -- NAME` run them. */
const longTests = [
  'tests/faults/*.test.ts',
  'tests/dev.test.ts',
  'tests/backup.test.ts',
  'tests/move-identities.test.ts',
]

/** These need nginx and PgBouncer, and stop and restart parts of a cluster. `npm run test:cluster` runs them. */
const clusterTests = ['tests/cluster/*.test.ts']

const isQuick = process.env.TEST_FILES === 'quick'
const leftOut = isQuick ? longTests : []

/** Needs the statements of a complete run on PostgreSQL, after which the embedded project runs. */
const statementsTest = 'tests/embedded-statements.test.ts'
const embeddedTests = isQuick ? Object.keys(RUNS_TWICE) : serverTests

/**
 * End a test, a hook or a poll that hangs. They promise no speed, which the bench measures: a test that opens an application
 * takes 2 s on quiet cores, and took 5 to 10 s beside a second run of all tests.
 */
const timeouts = { testTimeout: 20_000, hookTimeout: 30_000, expect: { poll: { timeout: 15_000 } } }

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
          exclude: [...postgresTests, ...clusterTests, statementsTest, ...leftOut],
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'embedded',
          include: [...embeddedTests, ...(process.env[STATEMENTS] ? [statementsTest] : [])],
          exclude: [tracingTests],
          sequence: { groupOrder: 1 },
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
