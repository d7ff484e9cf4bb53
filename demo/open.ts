/** Fills an empty database with the demo, and creates the logins of its three accounts. */
import { count, inArray } from 'drizzle-orm'
import { NO_FEEDBACK } from '../contract/classes.ts'
import { currencyDecimals, minimumCharge, toMinor } from '../contract/values/money.ts'
import { openDemoLogin } from '../server/adapters/better-auth/demo-logins.ts'
import type { Application } from '../server/composition.ts'
import { activity } from '../server/domains/activity/activity.table.ts'
import { reviews, slides } from '../server/domains/home/home.table.ts'
import { materials } from '../server/domains/materials/materials.table.ts'
import { bind } from '../server/domains/users/identity-binding.ts'
import { users } from '../server/domains/users/users.table.ts'
import type { Database } from '../server/platform/database/database.ts'
import { changesCatalogue, inTransaction } from '../server/platform/database/transaction.ts'
import { DEMO_ADMIN, DEMO_INSTRUCTOR, DEMO_PASSWORD, DEMO_STUDENT } from '../server/settings/demo.ts'
import { findClassTexts } from './class-texts.ts'
import { CLASSES } from './classes.ts'
import { type ClassRow, type MadeClass, makeClass, makeEnrolment, makeUser, type UserRow } from './factories.ts'
import { REVIEWS, SLIDES } from './home.ts'
import { INSTRUCTORS, type InstructorKey } from './instructors.ts'
import { buildMaterial } from './materials.ts'
import imageUrls from './pictures/addresses.json' with { type: 'json' }
import { Random } from './random.ts'
import { STUDENTS } from './students.ts'

const SEED = 2019
const DAY = 24 * 60 * 60 * 1000

/** Fills the database if it has no users, and creates the demo's logins. */
export async function openDemo(application: Application, say: (line: string) => void): Promise<void> {
  const { settings } = application
  const { db } = application.services
  const [existing] = await db.select({ all: count() }).from(users)
  if (Number(existing?.all) === 0) {
    say('Filling the empty database with the demo school …')
    await inTransaction(application.services, async (tx) => {
      changesCatalogue(tx)
      await fill(tx, settings.currency)
    })
  }
  await openLogins(application)
}

/** Inserts everything in one transaction: an aborted start leaves the database empty. */
async function fill(db: Database, currency: string): Promise<void> {
  const now = Date.now()
  const random = new Random(SEED)
  await db
    .insert(slides)
    .values(SLIDES.map(({ picture, ...slide }, position) => ({ ...slide, image: findImageUrl(picture), position })))
  await db
    .insert(reviews)
    .values(REVIEWS.map(({ picture, ...review }, position) => ({ ...review, image: findImageUrl(picture), position })))
  const admin = await makeUser(db, 'admin', { email: DEMO_ADMIN, name: 'Astrid Holm', createdAt: now - 900 * DAY })
  const instructors = await makeInstructors(db, now)
  const students = await makeStudents(db, random, now)
  const sales: Sale[] = []
  for (const [index, { price, picture, feedback, ...plan }] of CLASSES.entries()) {
    const createdAt = now - (index + 2) * 9 * DAY
    const created = await makeClass(db, {
      ...findClassTexts(plan.name),
      name: plan.name,
      status: plan.status,
      enroll: plan.enroll,
      seats: plan.offered - plan.enroll,
      instructorId: instructors[plan.instructor].id,
      image: findImageUrl(picture),
      listPriceMinor: inMinor(price, currency),
      feedback: feedback ?? NO_FEEDBACK,
      createdAt,
    })
    const material = buildMaterial(plan.name)
    await decide(db, admin, created)
    if (material) await db.insert(materials).values({ ...material, classId: created.id, updatedAt: createdAt })
    const buyers = random.pick(students, plan.enroll)
    sales.push(
      ...buyers.map((student) => ({ student, bought: created, at: pickSaleTime(student, created, random, now) })),
    )
  }
  await sell(db, sales, currency)
}

/** Records the admin's decision about a class, two days after it was added. */
async function decide(db: Database, admin: UserRow, { id, name, status, feedback, createdAt }: ClassRow) {
  if (status === 'pending') return
  const action = status === 'approve' ? 'class_approved' : 'class_denied'
  const done = { actorId: admin.id, subject: name, subjectId: id, changes: [] }
  const decidedAt = createdAt + 2 * DAY
  await db.insert(activity).values({ ...done, action, createdAt: decidedAt })
  if (feedback === NO_FEEDBACK) return
  await db
    .insert(activity)
    .values({ ...done, action: 'feedback_given', message: feedback, createdAt: decidedAt + 60_000 })
}

async function makeInstructors(db: Database, now: number): Promise<Record<InstructorKey, UserRow>> {
  const entries: [string, UserRow][] = []
  for (const [key, { name, email, picture }] of Object.entries(INSTRUCTORS)) {
    const createdAt = now - (800 - entries.length * 40) * DAY
    entries.push([key, await makeUser(db, 'instructor', { name, email, image: findImageUrl(picture), createdAt })])
  }
  return Object.fromEntries(entries) as Record<InstructorKey, UserRow>
}

async function makeStudents(db: Database, random: Random, now: number): Promise<UserRow[]> {
  const all = [{ name: 'Maren Dahl', email: DEMO_STUDENT }, ...STUDENTS]
  const entries: UserRow[] = []
  for (const student of all)
    entries.push(await makeUser(db, 'student', { ...student, createdAt: now - random.between(20, 700) * DAY }))
  return entries
}

interface Sale {
  student: UserRow
  bought: MadeClass
  at: number
}

/** Picks a time when student and class existed. */
function pickSaleTime(student: UserRow, bought: ClassRow, random: Random, now: number): number {
  return random.between(Math.max(bought.createdAt, student.createdAt), now - DAY)
}

/** Creates the sales in order of time, since receipts are numbered. */
async function sell(db: Database, sales: Sale[], currency: string): Promise<void> {
  for (const { student, bought, at } of sales.sort((a, b) => a.at - b.at)) {
    await makeEnrolment(db, student, bought, { at, currency, counted: true })
  }
}

async function openLogins({ auth, services: { db } }: Application): Promise<void> {
  const accounts = await db
    .select()
    .from(users)
    .where(inArray(users.email, [DEMO_ADMIN, DEMO_INSTRUCTOR, DEMO_STUDENT]))
  for (const row of accounts) {
    const { email, name, image } = row
    const identityId = await openDemoLogin(db, auth, { email, name, image, password: DEMO_PASSWORD })
    if (identityId && !row.identityId) await bind(db, row, identityId)
  }
}

/** Converts a price with two decimals; in a currency without decimals it becomes a hundred times as large. */
function inMinor(price: number, currency: string): number {
  const cents = toMinor(price, 'usd') ?? 0
  return Math.max(minimumCharge(currency), currencyDecimals(currency) === 3 ? cents * 10 : cents)
}

function findImageUrl(name: string): string {
  return (imageUrls as Record<string, string>)[name] ?? ''
}
