/**
 * The time of freeing a seat for which 5,000 people wait compared with none, and of adding 30 seats, through the whole API on a PostgreSQL that
 * waits for the disk. Freed in turns, so that noise affects both; the median of the differences.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { api } from '../contract/api.ts'
import type { Call } from '../contract/call.ts'
import { makeClass, makeUser } from '../demo/factories.ts'
import { NODE_ARGUMENTS } from '../ops/server-arguments.mjs'
import { type Database, readRows } from '../server/platform/database/database.ts'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { startPostgres } from '../testing/databases/postgres-server.ts'
import { prepareDatabase } from '../testing/databases/prepared.ts'
import { withServer } from './application-process.ts'
import { atMost, type Figure, median } from './figure.ts'
import { callAs } from './signed-in.ts'

const WAITING = 5_000
const ROUNDS = 41
const WARM_UP_ROUNDS = 10
const ADDED_SEATS = 30
const ADDITIONS = 7
const MAX_MORE_MS = 20
const MAX_ADDING_MS = 500
const DURABLE = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on']
const SECRET = 'a secret for the bench, of enough characters'

interface Filled {
  adminId: string
  /** Enrolments of a date for which no one waits, and of one with a list. */
  alone: string[]
  listed: string[]
  /** Sold-out runs with a list. */
  runIds: string[]
}

export async function measureWaiting(): Promise<Figure[]> {
  const server = await startPostgres(DURABLE)
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  try {
    const url = await server.createDatabase('waiting')
    const database = await openPostgres(url, () => {})
    await prepareDatabase(database)
    const filled = await fill(database.db)
    await database.close()
    const env = { DATABASE_URL: url, DATA_DIR: folder, SECRET }
    const script = [...NODE_ARGUMENTS, 'bench/purchases/application.ts']
    return await withServer(env, async (base) => measure(await callAs(base, SECRET, filled.adminId), filled), script)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

async function fill(db: Database): Promise<Filled> {
  const enrolled = ROUNDS + WARM_UP_ROUNDS
  const alone = await makeDate(db, { enrolled, waiting: 0 })
  const listed = await makeDate(db, { enrolled, waiting: WAITING })
  const others: string[] = []
  for (let each = 0; each < ADDITIONS; each++)
    others.push((await makeDate(db, { enrolled: 1, waiting: WAITING })).runId)
  await db.execute(sql`analyze`)
  const { id: adminId } = await makeUser(db, 'admin')
  return { adminId, alone: alone.ids, listed: listed.ids, runIds: others }
}

/** Creates a sold-out date with students whom an admin has enrolled, and with people who wait. */
async function makeDate(db: Database, { enrolled, waiting }: { enrolled: number; waiting: number }) {
  const { id: adminId } = await makeUser(db, 'admin')
  const { id, runId } = await makeClass(db, { seats: 0, enroll: enrolled })
  const insertUsers = (
    prefix: string,
    count: number,
  ) => sql`insert into users (email, name, role, email_confirmed, created_at)
    select ${prefix}::text || ${runId}::text || n || '@example.test', 'Ada', 'student', true, n from generate_series(1, ${count}::int) n
    returning id, created_at`
  const rows = await readRows<{ id: string }>(
    db,
    sql`with person as (${insertUsers('in', enrolled)})
      insert into enrolments (user_id, class_id, run_id, source, granted_by, reason, list_price_minor, created_at)
      select id, ${id}, ${runId}, 'granted', ${adminId}, 'bench', 4999, created_at from person returning id`,
  )
  await db.execute(sql`with person as (${insertUsers('out', waiting)})
    insert into waiting_entries (user_id, class_id, run_id, seats, created_at)
    select id, ${id}, ${runId}, 1, created_at from person`)
  await db.execute(sql`update runs set waiting = ${waiting} where id = ${runId}`)
  return { runId, ids: rows.map((row) => row.id) }
}

async function measure(call: Call, { alone, listed, runIds }: Filled): Promise<Figure[]> {
  const end = (id = '') => measureMs(() => call(api.endEnrolment, { params: { id } }))
  const times: { alone: number; listed: number }[] = []
  for (const [round, id] of alone.entries()) {
    const measured = { alone: await end(id), listed: await end(listed[round]) }
    if (round >= WARM_UP_ROUNDS) times.push(measured)
  }
  const more = median(times.map((round) => round.listed - round.alone))
  const [ofNone, ofMany] = [median(times.map((round) => round.alone)), median(times.map((round) => round.listed))]
  const added: number[] = []
  for (const id of runIds)
    added.push(await measureMs(() => call(api.changeRun, { params: { id }, body: { seats: ADDED_SEATS } })))
  const slowest = Math.max(...added)
  return [
    atMost({
      what: `Freeing a seat for which ${WAITING} people wait, more than one for which no one waits (medians ${ofMany.toFixed(1)} ms and ${ofNone.toFixed(1)} ms)`,
      ...{ value: more, max: MAX_MORE_MS, unit: ' ms', digits: 1 },
    }),
    atMost({
      what: `Adding ${ADDED_SEATS} seats to a date for which ${WAITING} people wait, with their offers in one transaction: the slowest of ${ADDITIONS} (median ${median(added).toFixed(0)} ms)`,
      ...{ value: slowest, max: MAX_ADDING_MS, unit: ' ms', digits: 0 },
    }),
  ]
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
