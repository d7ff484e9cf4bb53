/** Adds the needs of opening day to the demo: students, and classes with seats for them all. */
import { makeClass, makeUser } from '../../demo/factories.ts'
import type { DatabaseConnection } from '../../server/platform/database/database.ts'

const STUDENTS = 1_000
const SPREAD_CLASSES = 20

export interface Student {
  id: string
  email: string
}

export interface School {
  students: Student[]
  /** The ids of the classes that are bought. */
  classIds: string[]
}

/** Purchases of students: all of one class, or classes in turn. */
export type Demand = 'one class' | '20 classes'

/** Fills a migrated database of the caller, and closes it. */
export async function fillSchool(database: DatabaseConnection, demand: Demand): Promise<School> {
  const { db } = database
  const school: School = { students: [], classIds: [] }
  for (let number = 0; number < (demand === 'one class' ? 1 : SPREAD_CLASSES); number++)
    school.classIds.push((await makeClass(db, { name: `Opening Day ${number}`, seats: STUDENTS })).id)
  for (let number = 0; number < STUDENTS; number++)
    school.students.push(await makeUser(db, 'student', { emailConfirmed: true }))
  await database.close()
  return school
}
