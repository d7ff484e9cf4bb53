/** A school whose every table has so many rows, straight in an empty, migrated database. */
import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '../../server/database/database.ts'

export interface Filled {
  adminId: string
  instructorId: string
  instructorEmail: string
  /** One that as many are enrolled in. */
  classId: string
}

/** Fills users, classes, payments, enrolments of one class, and the record, with `rows` each. */
export async function fill({ db }: OpenDatabase, rows: number): Promise<Filled> {
  for (const statement of statements(rows)) await db.execute(sql.raw(statement))
  const id = async (query: string) =>
    String(((await db.execute(sql.raw(query))) as { rows: { id: string }[] }).rows[0]?.id)
  return {
    adminId: await id(`select id from users where role = 'admin'`),
    instructorId: await id(`select id from users where role = 'instructor'`),
    instructorEmail: 'teacher@example.test',
    classId: await id(`select id from classes where enroll > 0`),
  }
}

const FROZEN = `u.id user_id, c.id class_id, gen_random_uuid() cart_id, u.email, u.name, c.name class_name,
  c.image class_image, 4999 amount_minor, 'usd' currency`
const COPIED = 'user_id, class_id, cart_id, email, name, class_name, class_image, amount_minor, currency'

const statements = (rows: number) => [
  `insert into users (email, name, role, created_at) values
     ('admin@example.test', 'Admin', 'admin', 0), ('teacher@example.test', 'Teacher', 'instructor', 0)`,
  `insert into users (email, name, role, created_at)
     select 'student' || n || '@example.test', 'Student ' || n, 'student', n from generate_series(1, ${rows}) n`,
  `insert into classes (instructor_id, name, image, price_minor, seats, enroll, offered, status, created_at)
     select u.id, 'Class ' || n, '/pictures/demo/night-harbour/640.webp', 4999, 10,
       case n when 1 then ${rows} else 0 end, case n when 1 then ${rows + 10} else 10 end, 'approve', n
     from users u, generate_series(1, ${rows}) n where u.role = 'instructor'`,
  `create temp table past as
     select gen_random_uuid() attempt, gen_random_uuid() payment, row_number() over () n, ${FROZEN}
     from classes c, users u where u.role = 'student' and c.enroll > 0`,
  `insert into payment_attempts (id, ${COPIED}, status, intent_id, held_since, held_until, created_at)
     select attempt, ${COPIED}, 'settled', 'pi_past' || n, n, n, n from past`,
  `insert into payments (id, attempt_id, ${COPIED}, transaction_id, status, created_at)
     select payment, attempt, ${COPIED}, 'pi_past' || n, 'paid', n from past`,
  `insert into enrolments (user_id, class_id, payment_id, created_at) select user_id, class_id, payment, n from past`,
  `insert into activity (actor_id, deed, subject, subject_id, changes, created_at)
     select u.id, 'class_approved', 'Class ' || n, gen_random_uuid(), '[]', n
     from users u, generate_series(1, ${rows}) n where u.role = 'admin'`,
  'drop table past',
  'vacuum analyze',
]
