/**
 * Kills servers again and again at numbered failpoints of purchases, moves, refunds, offers to who waits, seats that are sold again, coupons, vouchers, credit and money by hand, under load, and checks that nothing that was
 * acknowledged is lost. `KILLS` sets how often, `SEED` repeats a run.
 */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClass, makeRun, makeUser } from '../../demo/factories.ts'
import { Random } from '../../demo/random.ts'
import { terms, termsVersions } from '../../server/domains/terms/terms.table.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { type ServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { CRASHING, startCrashing } from './application-process.ts'
import { type Copies, type Copy, type Fill, openEmbeddedCopies, openPostgresCopies } from './databases.ts'
import { createAcknowledged, findLost } from './lost.ts'
import { createStudents } from './order-scenarios.ts'
import { recover } from './recover.ts'
import { type PricedRuns, payByHand, spend } from './spend.ts'
import { type Course, succeed, trade } from './trade.ts'

const KILLS = Number(process.env.KILLS ?? 200)
const SEED = Number(process.env.SEED ?? randomInt(2 ** 31))

/** About the durable steps that two students take on their own, one after the other on one seat, and with means beside the card. Several servers share them. */
const STEPS = { trade: 50, succession: 30, spending: 40 }
const KINDS = ['trade', 'succession', 'spending'] as const
const STUDENTS_AT_ONCE = 2
/** A failpoint that the students do not reach does not count. */
const MAX_TRIES_PER_KILL = 4

/** Kills after which the school comes to rest and its books are compared. */
const KILLS_PER_AUDIT = 50
const SECONDS_PER_KILL = 40

describeKills('the embedded database', openEmbeddedCopies, 1)
describeKills('PostgreSQL', openPostgresCopies, 3)

/** Defines the test for a database and a number of instances. */
function describeKills(database: string, openCopies: (fill: Fill) => Promise<Copies>, instances: number): void {
  describe(`${instances} of our servers on ${database}`, () => {
    let copies: Copies
    let course: Course
    let dates: Round['dates']
    let priced: PricedRuns
    let adminId: string
    beforeAll(async () => {
      copies = await openCopies(async (db) => {
        const { id: classId, runId } = await makeClass(db, { seats: 10_000 })
        course = { classId, runIds: [runId, (await makeRun(db, classId, { seats: 10_000 })).id] }
        priced = await makePriced(db, classId, runId)
        dates = await makeDates(db, Math.min(KILLS, KILLS_PER_AUDIT) * MAX_TRIES_PER_KILL)
        adminId = (await makeUser(db, 'admin')).id
      })
    }, 60_000)
    afterAll(() => copies?.close())

    it(`killed ${KILLS} times at steps of orders (seed ${SEED}) lose nothing that was acknowledged`, {
      timeout: (KILLS + 10) * SECONDS_PER_KILL * 1_000,
    }, async () => {
      const random = new Random(SEED)
      const failpoints = new Set<number>()
      const before = readChildSeconds()
      for (let kills = 0; kills < KILLS; kills += KILLS_PER_AUDIT) {
        const copy = await copies.copy()
        const round = {
          copy,
          course,
          dates,
          priced,
          adminId,
          instances,
          random,
          kills: Math.min(KILLS_PER_AUDIT, KILLS - kills),
          failpoints,
        }
        await killAndAudit(round)
        await copy.remove()
        const done = kills + round.kills
        const seconds = ((readChildSeconds() - before) / done).toFixed(1)
        const where = `${instances} on ${database}, seed ${SEED}`
        console.log(`${where}: ${done} kills, ${failpoints.size} failpoints, ${seconds} s of processor each`)
      }
    })
  })
}

interface Round {
  copy: Copy
  course: Course
  /** Runs of one seat. */
  dates: { classId: string; runId: string }[]
  priced: PricedRuns
  adminId: string
  instances: number
  random: Random
  kills: number
  /** The failpoints at which a server ended. */
  failpoints: Set<number>
}

async function killAndAudit({
  copy,
  course,
  dates,
  priced: runs,
  adminId,
  instances,
  random,
  kills,
  failpoints,
}: Round): Promise<void> {
  const acknowledged = createAcknowledged()
  const students = await createStudentsIn(copy, kills * MAX_TRIES_PER_KILL)
  const others = Array.from({ length: instances - 1 }, () => startCrashing(copy.env))
  await Promise.all(others.map(({ url }) => url))
  let done = 0
  for (let kill = 0; done < kills && kill < kills * MAX_TRIES_PER_KILL; kill++) {
    const kind = KINDS[kill % KINDS.length] ?? 'trade'
    const date = dates[kill]
    const failpoint = random.between(1, Math.ceil(STEPS[kind] / instances))
    const killed = startCrashing(copy.env, failpoint)
    const urls = await Promise.all([...others, killed].map(({ url }) => url)).catch((error: unknown) => {
      // It settles orders that the one before has left, which is a step too.
      if (!killed.output().includes(CRASHING)) throw error
      return []
    })
    const crowd = urls.length > 0 ? students.slice(kill * STUDENTS_AT_ONCE, (kill + 1) * STUDENTS_AT_ONCE) : []
    const spendings = [spend, payByHand]
    const trades =
      kind === 'succession' && date
        ? [succeed(urls, { students: crowd, date, first: kill }, acknowledged)]
        : crowd.map((student, index) => {
            const first = kill + index
            if (kind === 'trade') return trade(urls, { student, adminId, course, first }, acknowledged)
            return spendings[index % 2]?.(urls, { student, adminId, runs, first }, acknowledged)
          })
    await Promise.race([killed.exit, Promise.all(trades)])
    killed.process.kill('SIGKILL')
    await Promise.all([killed.exit, ...trades])
    if (!killed.output().includes(CRASHING)) continue
    done++
    failpoints.add(failpoint)
  }
  expect(done).toBe(kills)
  await Promise.all(others.map((server: ServerProcess) => stopServerProcess(server)))
  const { discrepancies, inProgress } = await recover(copy)
  expect({ discrepancies, inProgress }).toEqual({ discrepancies: [], inProgress: [] })
  expect(await findLost(copy, acknowledged)).toEqual([])
  expect(acknowledged.bought.length).toBeGreaterThan(0)
  expect(acknowledged.waiting.size).toBeGreaterThan(0)
  expect(acknowledged.credits.length + acknowledged.byHand.length).toBeGreaterThan(0)
}

/** Adds runs of a class at other prices. */
async function makePriced(db: Database, classId: string, listed: string): Promise<PricedRuns> {
  const [dearer, cheaper] = await Promise.all(
    [5_999, 3_999].map((listPriceMinor) => makeRun(db, classId, { seats: 10_000, listPriceMinor })),
  )
  return { classId, listed, dearer: dearer?.id ?? '', cheaper: cheaper?.id ?? '' }
}

/** Creates runs of one seat, whose terms give all back for a seat that is sold again, and nothing otherwise. */
async function makeDates(db: Database, count: number): Promise<Round['dates']> {
  const [made] = await db.insert(terms).values({ createdAt: 0 }).returning({ id: terms.id })
  const termsId = made?.id ?? ''
  await db
    .insert(termsVersions)
    .values({ termsId, number: 1, name: 'Resale', freeDays: 0, resale: 'full', createdAt: 0 })
  const { id: classId } = await makeClass(db, { termsId, seats: 0 })
  const runs = await Promise.all(Array.from({ length: count }, () => makeRun(db, classId, { seats: 1 })))
  return runs.map(({ id: runId }) => ({ classId, runId }))
}

async function createStudentsIn(copy: Copy, kills: number) {
  const database = await copy.open()
  try {
    return await createStudents(database.db, kills * STUDENTS_AT_ONCE)
  } finally {
    await database.close()
  }
}

/** Returns the processor time of all child processes that have ended, in seconds. Source: proc_pid_stat(5), fields 16 and 17 */
function readChildSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}
