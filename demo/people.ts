/** Inserts the demo's admin, instructors and students. */

import { profiles } from '../server/domains/profiles/profiles.table.ts'
import type { Database } from '../server/platform/database/database.ts'
import { DEMO_ADMIN, DEMO_STUDENT } from '../server/settings/demo.ts'
import { BIOGRAPHIES } from './biographies.ts'
import { makeUser, type UserRow } from './factories.ts'
import { findImageUrl } from './images.ts'
import { INSTRUCTORS, type InstructorKey } from './instructors.ts'
import type { Random } from './random.ts'
import { STUDENTS } from './students.ts'

const DAY_MS = 24 * 60 * 60_000

export interface DemoPeople {
  admin: UserRow
  instructors: Record<InstructorKey, UserRow>
  demoStudent: UserRow
  /** The other students. */
  others: UserRow[]
}

/** Inserts the people. All of them registered before the first start. */
export async function makePeople(db: Database, random: Random, firstStart: number): Promise<DemoPeople> {
  const daysAgo = (days: number) => ({ createdAt: firstStart - days * DAY_MS })
  const admin = await makeUser(db, 'admin', { email: DEMO_ADMIN, name: 'Astrid Holm', ...daysAgo(900) })
  const instructors: [string, UserRow][] = []
  for (const [key, { name, email, picture }] of Object.entries(INSTRUCTORS)) {
    const values = { name, email, image: findImageUrl(picture), ...daysAgo(800 - instructors.length * 40) }
    const instructor = await makeUser(db, 'instructor', values)
    instructors.push([key, instructor])
    await insertProfile(db, instructor.id, key as InstructorKey)
  }
  const demoStudent = await makeUser(db, 'student', { name: 'Maren Dahl', email: DEMO_STUDENT, ...daysAgo(300) })
  const others: UserRow[] = []
  for (const student of STUDENTS)
    others.push(await makeUser(db, 'student', { ...student, ...daysAgo(random.between(20, 700)) }))
  return { admin, instructors: Object.fromEntries(instructors) as DemoPeople['instructors'], demoStudent, others }
}

/** The portrait is the photo of the user record. */
async function insertProfile(db: Database, userId: string, key: InstructorKey): Promise<void> {
  await db.insert(profiles).values({ userId, biography: BIOGRAPHIES[key], portrait: '', links: [] })
}
