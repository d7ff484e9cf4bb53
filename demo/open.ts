/** The demo school: fills an empty database, and gives its three accounts their password for as long as it is on. */
import { count, inArray } from 'drizzle-orm'
import { NO_FEEDBACK } from '../contract/classes.ts'
import { currencyDecimals, minimumCharge, toMinor } from '../contract/money.ts'
import { activity } from '../server/activity/activity.table.ts'
import { materials } from '../server/classes/classes.table.ts'
import type { Database } from '../server/database/database.ts'
import { DEMO_ADMIN, DEMO_INSTRUCTOR, DEMO_PASSWORD, DEMO_STUDENT } from '../server/demo-accounts.ts'
import { reviews, slides } from '../server/home/home.table.ts'
import { openDemoLogin } from '../server/identity/demo-logins.ts'
import type { School } from '../server/school.ts'
import { users } from '../server/users/users.table.ts'
import { CLASSES } from './classes.ts'
import { type ClassRow, makeClass, makeEnrolment, makeUser, type UserRow } from './factories.ts'
import { REVIEWS, SLIDES } from './home.ts'
import { INSTRUCTORS, type InstructorKey } from './instructors.ts'
import { materialOf } from './materials.ts'
import addresses from './pictures/addresses.json' with { type: 'json' }
import { Random } from './random.ts'
import { STUDENTS } from './students.ts'

const SEED = 2019
const DAY = 24 * 60 * 60 * 1000

/** Fills the school's database if nobody is in it yet, and opens the demo's logins. */
export async function openDemo(school: School, say: (line: string) => void): Promise<void> {
  const { db, settings } = school.parts
  const [people] = await db.select({ all: count() }).from(users)
  if (Number(people?.all) === 0) {
    say('Filling the empty database with the demo school …')
    await db.transaction((tx) => fill(tx, settings.currency))
    school.parts.catalogue.changed()
  }
  await openLogins(school)
}

/** All or nothing: a start that is cut off leaves the database empty. */
async function fill(db: Database, currency: string): Promise<void> {
  const now = Date.now()
  const random = new Random(SEED)
  await db
    .insert(slides)
    .values(SLIDES.map(({ picture, ...slide }, position) => ({ ...slide, image: pictureOf(picture), position })))
  await db
    .insert(reviews)
    .values(REVIEWS.map(({ picture, ...review }, position) => ({ ...review, image: pictureOf(picture), position })))
  const admin = await makeUser(db, 'admin', { email: DEMO_ADMIN, name: 'Astrid Holm', createdAt: now - 900 * DAY })
  const instructors = await makeInstructors(db, now)
  const students = await makeStudents(db, random, now)
  const sales: Sale[] = []
  for (const [index, { price, picture, feedback, ...said }] of CLASSES.entries()) {
    const createdAt = now - (index + 2) * 9 * DAY
    const created = await makeClass(db, {
      name: said.name,
      status: said.status,
      enroll: said.enroll,
      seats: said.offered - said.enroll,
      instructorId: instructors[said.instructor].id,
      image: pictureOf(picture),
      priceMinor: inMinor(price, currency),
      feedback: feedback ?? NO_FEEDBACK,
      createdAt,
    })
    const material = materialOf(said.name)
    await decide(db, admin, created)
    if (material) await db.insert(materials).values({ ...material, classId: created.id, updatedAt: createdAt })
    const who = random.pick(students, said.enroll)
    sales.push(...who.map((student) => ({ student, bought: created, at: saleOf(student, created, random, now) })))
  }
  await sell(db, sales, currency)
}

/** What the admin did with a class, two days after it was added. */
async function decide(db: Database, admin: UserRow, { id, name, status, feedback, createdAt }: ClassRow) {
  if (status === 'pending') return
  const deed = status === 'approve' ? 'class_approved' : 'class_denied'
  const done = { actorId: admin.id, subject: name, subjectId: id, changes: [] }
  const decidedAt = createdAt + 2 * DAY
  await db.insert(activity).values({ ...done, deed, createdAt: decidedAt })
  if (feedback === NO_FEEDBACK) return
  await db.insert(activity).values({ ...done, deed: 'feedback_given', words: feedback, createdAt: decidedAt + 60_000 })
}

async function makeInstructors(db: Database, now: number): Promise<Record<InstructorKey, UserRow>> {
  const made: [string, UserRow][] = []
  for (const [key, { name, email, picture }] of Object.entries(INSTRUCTORS)) {
    const createdAt = now - (800 - made.length * 40) * DAY
    made.push([key, await makeUser(db, 'instructor', { name, email, image: pictureOf(picture), createdAt })])
  }
  return Object.fromEntries(made) as Record<InstructorKey, UserRow>
}

async function makeStudents(db: Database, random: Random, now: number): Promise<UserRow[]> {
  const all = [{ name: 'Maren Dahl', email: DEMO_STUDENT }, ...STUDENTS]
  const made: UserRow[] = []
  for (const student of all)
    made.push(await makeUser(db, 'student', { ...student, createdAt: now - random.between(20, 700) * DAY }))
  return made
}

interface Sale {
  student: UserRow
  bought: ClassRow
  at: number
}

/** Some time since both were there. */
function saleOf(student: UserRow, bought: ClassRow, random: Random, now: number): number {
  return random.between(Math.max(bought.createdAt, student.createdAt), now - DAY)
}

/** One after the other, as receipts are numbered. */
async function sell(db: Database, sales: Sale[], currency: string): Promise<void> {
  for (const { student, bought, at } of sales.sort((a, b) => a.at - b.at)) {
    await makeEnrolment(db, student, bought, { at, currency, counted: true })
  }
}

async function openLogins({ auth, parts: { db } }: School): Promise<void> {
  const accounts = await db
    .select()
    .from(users)
    .where(inArray(users.email, [DEMO_ADMIN, DEMO_INSTRUCTOR, DEMO_STUDENT]))
  for (const { email, name, image } of accounts)
    await openDemoLogin(db, auth, { email, name, image, password: DEMO_PASSWORD })
}

/** Prices are written for two decimals; a currency without any has them a hundred times as large. */
function inMinor(price: number, currency: string): number {
  const cents = toMinor(price, 'usd') ?? 0
  return Math.max(minimumCharge(currency), currencyDecimals(currency) === 3 ? cents * 10 : cents)
}

function pictureOf(name: string): string {
  return (addresses as Record<string, string>)[name] ?? ''
}
