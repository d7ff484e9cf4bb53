/** Fills an empty, migrated database for the bench of lists. */
import { sql } from 'drizzle-orm'
import type { DatabaseConnection } from '../../server/platform/database/database.ts'
import { buildPastPayments } from '../past-payments.ts'

export interface Filled {
  adminId: string
  instructorId: string
  instructorEmail: string
  /** A class in which every student is enrolled. */
  classId: string
}

/** Creates `rows` users, classes, payments, enrolments in one class, and activities. */
export async function fill({ db }: DatabaseConnection, rows: number): Promise<Filled> {
  for (const statement of buildStatements(rows)) await db.execute(sql.raw(statement))
  const readId = async (query: string) =>
    String(((await db.execute(sql.raw(query))) as { rows: { id: string }[] }).rows[0]?.id)
  return {
    adminId: await readId(`select id from users where role = 'admin'`),
    instructorId: await readId(`select id from users where role = 'instructor'`),
    instructorEmail: 'teacher@example.test',
    classId: await readId(`select id from classes where enroll > 0`),
  }
}

const buildStatements = (rows: number) => [
  `insert into users (email, name, role, created_at) values
     ('admin@example.test', 'Admin', 'admin', 0), ('teacher@example.test', 'Teacher', 'instructor', 0)`,
  `insert into users (email, name, role, created_at)
     select 'student' || n || '@example.test', 'Student ' || n, 'student', n from generate_series(1, ${rows}) n`,
  `insert into classes (instructor_id, name, image, list_price_minor, enroll, status, created_at)
     select u.id, 'Class ' || n, '/pictures/demo/night-harbour/640.webp', 4999,
       case n when 1 then ${rows} else 0 end, 'approve', n
     from users u, generate_series(1, ${rows}) n where u.role = 'instructor'`,
  'insert into runs (class_id, seats, enroll, offered, created_at) select id, 10, enroll, enroll + 10, created_at from classes',
  ...buildPastPayments(`users u where u.role = 'student' and c.enroll > 0`),
  `insert into activity (actor_id, action, subject, subject_id, changes, created_at)
     select u.id, 'class_approved', 'Class ' || n, gen_random_uuid(), '[]', n
     from users u, generate_series(1, ${rows}) n where u.role = 'admin'`,
  'drop table past',
  'vacuum analyze',
]
