import { defineConfig } from 'vitest/config'
import { LongestFirst } from './testing/sequence.ts'

/** Each has databases of its own on one server of the run. */
const serverTests = ['server/**/*.test.ts', 'demo/**/*.test.ts']

/** These use that server too. */
const postgresTests = ['tests/instances.test.ts', 'tests/classroom.test.ts', 'tests/faults/*.test.ts']

/** These kill servers, build everything again, run commands on whole schools or install programs, and take minutes. `npm run test:long` and `npm test -- NAME` run them. */
const longTests = [
  'tests/faults/*.test.ts',
  'tests/dev.test.ts',
  'tests/backup.test.ts',
  'tests/move-identities.test.ts',
  'server/domains/calendar/calendar-programs.test.ts',
]

/** These need nginx and PgBouncer, and stop and restart parts of a cluster. `npm run test:cluster` runs them. */
const clusterTests = ['tests/cluster/*.test.ts']

const leftOut = process.env.TEST_FILES === 'quick' ? longTests : []

/**
 * End a test, a hook or a poll that hangs. They promise no speed, which the bench measures: a test that opens an application
 * takes 2 s on quiet cores, and took 5 to 10 s beside a second run of all tests.
 */
const timeouts = { testTimeout: 20_000, hookTimeout: 30_000, expect: { poll: { timeout: 15_000 } } }

export default defineConfig({
  test: {
    maxWorkers: 3,
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
