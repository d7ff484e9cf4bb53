/** Creates users, classes and enrolments in the database, for the demo and the tests. */
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Role } from '../contract/users.ts'
import { classes } from '../server/domains/classes/classes.table.ts'
import { toClockColumns } from '../server/domains/classes/runs/clock-times.ts'
import { runSessions, runs } from '../server/domains/classes/runs/runs.table.ts'
import { users } from '../server/domains/users/users.table.ts'
import type { Database } from '../server/platform/database/database.ts'
import { insertPurchases } from './purchases.ts'

export type UserRow = typeof users.$inferSelect
export type ClassRow = typeof classes.$inferSelect
export type RunRow = typeof runs.$inferSelect

let count = 0

/** Creates a user of a role; values that are not given differ for each user. */
export async function makeUser(db: Database, role: Role, values: Partial<UserRow> = {}): Promise<UserRow> {
  const number = ++count
  const defaults = {
    email: `${role}${number}-${randomBytes(3).toString('hex')}@example.test`,
    name: `The ${role} ${number}`,
  }
  const [row] = await db
    .insert(users)
    .values({ ...defaults, role, createdAt: Date.now(), ...values })
    .returning()
  return must(row)
}

/** A class with the seats of its first run. */
export interface MadeClass extends ClassRow {
  runId: string
  seats: number
}

export type ClassOptions = Partial<ClassRow> & { seats?: number }
export type RunOptions = Partial<Omit<RunRow, 'offered' | 'classId' | 'closesAt'>>

/** Creates a class with one open run: by default approved, with ten seats and a new instructor. */
export async function makeClass(db: Database, options: ClassOptions = {}): Promise<MadeClass> {
  const number = ++count
  const { seats = 10, ...values } = options
  const { enroll = 0 } = values
  const instructorId = values.instructorId ?? (await makeUser(db, 'instructor')).id
  const defaults = {
    name: `Class ${number}`,
    image: '/pictures/demo/night-harbour/640.webp',
    listPriceMinor: 4999,
    status: 'approve',
  } as const
  const row = { ...defaults, createdAt: Date.now(), ...values, instructorId, enroll }
  const [created] = await db.insert(classes).values(row).returning()
  const { id, createdAt } = must(created)
  const run = await insertRun(db, id, { seats, enroll, createdAt })
  return { ...must(created), runId: run.id, seats }
}

/** Adds a run to a class: by default with ten seats and one session of two hours, a month from now at noon UTC. */
export async function makeRun(
  db: Database,
  classId: string,
  { startsAt = noonInAMonth(), ...values }: RunOptions = {},
): Promise<RunRow> {
  const times = startsAt === null ? {} : { startsAt, endsAt: startsAt + 2 * HOUR_MS, timeZone: 'Europe/Oslo' }
  const run = await insertRun(db, classId, { ...times, ...values })
  const { id: runId, startsAt: start, endsAt: end, timeZone } = run
  if (start === null || end === null) return run
  const session = { startsAt: start, endsAt: end, rainStartsAt: null, rainEndsAt: null }
  await db.insert(runSessions).values({ ...session, ...toClockColumns(session, timeZone), runId })
  return run
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Noon, so that no session passes midnight, whenever a test runs. */
const noonInAMonth = () => (Math.floor(Date.now() / DAY_MS) + 30.5) * DAY_MS

async function insertRun(db: Database, classId: string, values: RunOptions): Promise<RunRow> {
  const { seats = 10, enroll = 0 } = values
  const row = { createdAt: Date.now(), ...values, classId, seats, enroll, offered: seats + enroll }
  const [created] = await db.insert(runs).values(row).returning()
  return must(created)
}

/** Creates the rows of a purchase, and takes a seat of the run. */
export async function makeEnrolment(
  db: Database,
  student: UserRow,
  bought: ClassRow & { runId: string },
  { at = Date.now(), currency = 'usd' } = {},
): Promise<void> {
  await insertPurchases(db, [{ student, bought, priceMinor: bought.listPriceMinor, currency, at }])
  const sold = { seats: sql`${runs.seats} - 1`, enroll: sql`${runs.enroll} + 1` }
  await db.update(runs).set(sold).where(eq(runs.id, bought.runId))
  await db
    .update(classes)
    .set({ enroll: sql`${classes.enroll} + 1` })
    .where(eq(classes.id, bought.id))
}

function must<T>(row: T | undefined): T {
  if (!row) throw new Error('an inserted row was not returned')
  return row
}
