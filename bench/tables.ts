/**
 * The first page of every paginated list with 10,000 rows compared with 100, on both databases. Measured in turns with the same call;
 * medians of ratios.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '../contract/api.ts'
import type { Call } from '../contract/call.ts'
import type { DatabaseConnection } from '../server/platform/database/database.ts'
import { openEmbedded } from '../server/platform/database/embedded.ts'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { startPostgres } from '../testing/databases/postgres-server.ts'
import { withServer } from './application-process.ts'
import { atMost, type Figure, median } from './figure.ts'
import { callAs } from './signed-in.ts'
import { type Filled, fill } from './tables/fill.ts'

const FEW = 100
const MANY = 10_000
const MAX_RATIO = 2
const ROUNDS = 11
const CALLS = 20
const SECRET = 'a secret for the bench, of enough characters'

const FIRST_PAGE = { query: { page: 1 } }

interface Users {
  admin: Call
  instructor: Call
  filled: Filled
}

const TABLES: Record<string, (users: Users) => Promise<unknown>> = {
  users: ({ admin }) => admin.page(api.listUsers, FIRST_PAGE),
  classes: ({ admin }) => admin.page(api.listAllClasses, FIRST_PAGE),
  payments: ({ admin }) => admin.page(api.findPayments, FIRST_PAGE),
  activity: ({ admin }) => admin.page(api.listActivity, FIRST_PAGE),
  'own classes': ({ instructor, filled: { instructorEmail } }) =>
    instructor.page(api.listClassesOfInstructor, { ...FIRST_PAGE, params: { instructorEmail } }),
  roster: ({ instructor, filled: { classId } }) =>
    instructor.page(api.listStudents, { ...FIRST_PAGE, params: { id: classId } }),
}

export async function measureTables(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  const postgres = await startPostgres()
  try {
    const onPostgres = async (rows: number) => {
      const url = await postgres.createDatabase(`rows${rows}`)
      const filled = await fillDatabase(await openPostgres(url, () => {}), rows)
      return { filled, env: { DATABASE_URL: url, DATA_DIR: join(folder, 'none') } }
    }
    const embedded = async (rows: number) => {
      const dataDir = join(folder, `rows${rows}`)
      return { filled: await fillDatabase(await openEmbedded(dataDir), rows), env: { DATA_DIR: dataDir } }
    }
    return [
      summarize('PostgreSQL', await measureOn(await onPostgres(FEW), await onPostgres(MANY))),
      summarize('the embedded database', await measureOn(await embedded(FEW), await embedded(MANY))),
    ]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

async function fillDatabase(database: DatabaseConnection, rows: number): Promise<Filled> {
  const filled = await fill(database, rows)
  await database.close()
  return filled
}

interface Prepared {
  filled: Filled
  env: Record<string, string>
}

interface Slowdown {
  table: string
  times: number
}

/** Returns the slowdown of each list with many rows. */
async function measureOn(few: Prepared, many: Prepared): Promise<Slowdown[]> {
  return withUsers(few, (withFew) =>
    withUsers(many, async (withMany) => {
      const slowdowns: Slowdown[] = []
      for (const [table, read] of Object.entries(TABLES)) {
        const rounds: number[] = []
        for (let round = 0; round <= ROUNDS; round++) {
          const times = (await measureCalls(() => read(withMany))) / (await measureCalls(() => read(withFew)))
          // The first round warms up.
          if (round > 0) rounds.push(times)
        }
        slowdowns.push({ table, times: median(rounds) })
      }
      return slowdowns
    }),
  )
}

async function measureCalls(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  for (let n = 0; n < CALLS; n++) await call()
  return performance.now() - begun
}

function withUsers<T>({ filled, env }: Prepared, measure: (users: Users) => Promise<T>): Promise<T> {
  const settings = {
    ...env,
    DEMO: 'off',
    CARDS: 'sandbox',
    SECRET,
    LOG_LEVEL: 'warn',
  }
  return withServer(settings, async (url) =>
    measure({
      admin: await callAs(url, SECRET, filled.adminId),
      instructor: await callAs(url, SECRET, filled.instructorId),
      filled,
    }),
  )
}

function summarize(database: string, slowdowns: Slowdown[]): Figure {
  const worst = Math.max(...slowdowns.map(({ times }) => times))
  const each = slowdowns.map(({ table, times }) => `${table} ${times.toFixed(1)}`).join(', ')
  const what = `First page of a list of 10,000 rows on ${database}, compared with 100: the slowest (${each})`
  return atMost({ what, value: worst, max: MAX_RATIO, unit: ' times', digits: 1 })
}
