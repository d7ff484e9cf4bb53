/**
 * The first page of every table that is read a page at a time, with 10,000 rows in it beside 100, on both databases: the same
 * server, the same call, in turns; medians of the rounds' ratios.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '../contract/api.ts'
import type { Call } from '../contract/call.ts'
import type { OpenDatabase } from '../server/database/database.ts'
import { openEmbedded } from '../server/database/embedded.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { startPostgres } from '../tests/databases/postgres-server.ts'
import { atMost, type Figure, median } from './figure.ts'
import { withServer } from './school-process.ts'
import { callingAs } from './signed-in.ts'
import { type Filled, fill } from './tables/fill.ts'

const FEW = 100
const MANY = 10_000
const MOST_TIMES = 2
const ROUNDS = 11
const CALLS = 20
const SECRET = 'a secret for the bench, of enough characters'

const FIRST_PAGE = { query: { page: 1 } }

interface People {
  admin: Call
  instructor: Call
  filled: Filled
}

const TABLES: Record<string, (people: People) => Promise<unknown>> = {
  users: ({ admin }) => admin.page(api.listUsers, FIRST_PAGE),
  classes: ({ admin }) => admin.page(api.listAllClasses, FIRST_PAGE),
  payments: ({ admin }) => admin.page(api.findPayments, FIRST_PAGE),
  'the record': ({ admin }) => admin.page(api.listActivity, FIRST_PAGE),
  'own classes': ({ instructor, filled: { instructorEmail } }) =>
    instructor.page(api.listClassesOfInstructor, { ...FIRST_PAGE, params: { instructorEmail } }),
  'the roster': ({ instructor, filled: { classId } }) =>
    instructor.page(api.listStudents, { ...FIRST_PAGE, params: { id: classId } }),
}

export async function measureTables(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  const postgres = await startPostgres()
  try {
    const onPostgres = async (rows: number) => {
      const url = await postgres.createDatabase(`rows${rows}`)
      const filled = await prepared(await openPostgres(url, () => {}), rows)
      return { filled, env: { DATABASE_URL: url, DATA_DIR: join(folder, 'none') } }
    }
    const embedded = async (rows: number) => {
      const dataDir = join(folder, `rows${rows}`)
      return { filled: await prepared(await openEmbedded(dataDir), rows), env: { DATA_DIR: dataDir } }
    }
    return [
      figureOf('PostgreSQL', await measureOn(await onPostgres(FEW), await onPostgres(MANY))),
      figureOf('the embedded database', await measureOn(await embedded(FEW), await embedded(MANY))),
    ]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

async function prepared(database: OpenDatabase, rows: number): Promise<Filled> {
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

/** How many times as long each table takes with many rows. */
async function measureOn(few: Prepared, many: Prepared): Promise<Slowdown[]> {
  return withPeople(few, (withFew) =>
    withPeople(many, async (withMany) => {
      const slowdowns: Slowdown[] = []
      for (const [table, read] of Object.entries(TABLES)) {
        const rounds: number[] = []
        for (let round = 0; round <= ROUNDS; round++) {
          const times = (await timeOf(() => read(withMany))) / (await timeOf(() => read(withFew)))
          // The first warms everything up.
          if (round > 0) rounds.push(times)
        }
        slowdowns.push({ table, times: median(rounds) })
      }
      return slowdowns
    }),
  )
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  for (let n = 0; n < CALLS; n++) await call()
  return performance.now() - begun
}

function withPeople<T>({ filled, env }: Prepared, measure: (people: People) => Promise<T>): Promise<T> {
  const settings = {
    ...env,
    PORT: '0',
    DEMO: 'off',
    CARDS: 'sandbox',
    SECRET,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  }
  return withServer(process.execPath, ['server/main.ts'], settings, async (school) =>
    measure({
      admin: await callingAs(school, SECRET, filled.adminId),
      instructor: await callingAs(school, SECRET, filled.instructorId),
      filled,
    }),
  )
}

function figureOf(database: string, slowdowns: Slowdown[]): Figure {
  const worst = Math.max(...slowdowns.map(({ times }) => times))
  const each = slowdowns.map(({ table, times }) => `${table} ${times.toFixed(1)}`).join(', ')
  const what = `First page of a table of 10,000 rows on ${database}, as times of one of 100: the slowest (${each})`
  return atMost({ what, value: worst, most: MOST_TIMES, unit: ' times', digits: 1 })
}
