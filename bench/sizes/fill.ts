/** Adds classes, students and payments to a demo school: 20 classes for each instructor, 5 payments for each student, 50 students in each class. */
import pg from 'pg'
import { buildPastPayments } from '../past-payments.ts'

export interface Size {
  classes: number
  students: number
}

const PAYMENTS_PER_STUDENT = 5
const CLASSES_PER_INSTRUCTOR = 20
const SEATS = 100

export interface Filled {
  /** The rows that the calls read: those of one instructor, and of one student who is enrolled. */
  ids: Record<'admin' | 'instructor' | 'student' | 'class' | 'run' | 'session' | 'payment' | 'order', string>
  emails: Record<'instructor' | 'student', string>
  /** A class without purchases, and students who can buy it. */
  toBuy: { classId: string; studentIds: string[] }
}

export async function fill(url: string, size: Size): Promise<Filled> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of buildStatements(size)) await client.query(statement)
    const { rows } = await client.query<Record<string, string>>(READ_IDS)
    const { instructor_email = '', student_email = '', class_to_buy: classId = '', ...ids } = rows[0] ?? {}
    const students = await client.query<{ id: string }>(
      `select id from users where email like 'student%@size.test' limit 150`,
    )
    return {
      ids: ids as Filled['ids'],
      emails: { instructor: instructor_email, student: student_email },
      toBuy: { classId, studentIds: students.rows.map(({ id }) => id) },
    }
  } finally {
    await client.end()
  }
}

const DAY = '86400000::bigint'
const NOW = '(extract(epoch from now()) * 1000)::bigint'

/** Times of creation number the rows, so that statements can join them. */
const buildStatements = ({ classes, students }: Size) => [
  `insert into users (email, name, role, created_at)
     select 'teacher' || n || '@size.test', 'Teacher ' || n, 'instructor', n from generate_series(1, ${classes / CLASSES_PER_INSTRUCTOR}) n`,
  `insert into users (email, name, role, created_at)
     select 'student' || n || '@size.test', 'Student ' || n, 'student', n from generate_series(1, ${students}) n`,
  `insert into classes (instructor_id, name, image, list_price_minor, description, status, created_at)
     select u.id, 'Class ' || n || ' in a school of ' || ${classes}, '/pictures/demo/night-harbour/640.webp', 4999,
       'Light, time and patience: lesson ' || n, 'approve', n
     from generate_series(1, ${classes}) n join users u on u.email = 'teacher' || (1 + (n - 1) / ${CLASSES_PER_INSTRUCTOR}) || '@size.test'`,
  `insert into runs (class_id, seats, offered, time_zone, place_name, starts_at, ends_at, created_at)
     select id, ${SEATS}, ${SEATS}, 'Europe/Oslo', 'Hall ' || created_at % 10,
       ${NOW} + (10 + created_at % 300) * ${DAY}, ${NOW} + (11 + created_at % 300) * ${DAY}, created_at
     from classes where name like 'Class % in a school of %'`,
  `insert into run_sessions (run_id, starts_at, ends_at)
     select id, starts_at, ends_at from runs where place_name like 'Hall %' and ends_at = starts_at + ${DAY}`,
  'analyze',
  ...buildPastPayments(
    `users u, generate_series(1, ${PAYMENTS_PER_STUDENT}) k
       where u.email like '%@size.test' and u.role = 'student' and c.name like 'Class % in a school of %'
       and c.created_at = 1 + (7 * u.created_at + 13 * k) % ${classes}`,
  ),
  `insert into card_sandbox.payment_intents (id, client_secret, amount, currency, status, metadata, card, latest_charge, created)
     select 'pi_past' || n, 'pi_past' || n || '_secret_0', price, currency, 'succeeded',
       jsonb_build_object('attempt', attempt, 'cartId', cart_id, 'classId', class_id, 'userId', user_id), ${CARD}, 'ch_past' || n, n from past`,
  `insert into card_sandbox.charges (id, payment_intent, amount, currency, status, card, metadata, created)
     select 'ch_past' || n, 'pi_past' || n, price, currency, 'succeeded', ${CARD}, '{}', n from past`,
  `update runs r set seats = seats - sold, enroll = sold from (
     select run_id, count(*) sold from past group by run_id) p where p.run_id = r.id`,
  `update classes c set enroll = r.enroll from runs r where r.class_id = c.id and c.name like 'Class % in a school of %'`,
  `insert into classes (instructor_id, name, image, list_price_minor, status, created_at)
     select id, 'Class to buy', '/pictures/demo/night-harbour/640.webp', 4999, 'approve', 0 from users where email = 'teacher1@size.test'`,
  `insert into runs (class_id, seats, offered, created_at) select id, 1000, 1000, 0 from classes where name = 'Class to buy'`,
  'drop table past',
  'vacuum analyze',
]

const CARD = `'{"paymentMethod": "pm_past", "number": "4242424242424242", "expMonth": 12, "expYear": 2034, "email": null, "name": null, "authenticated": false}'::jsonb`

const READ_IDS = `
select (select id from users where role = 'admin' order by created_at limit 1) as admin, i.id as instructor, s.id as student,
  c.id as class, r.id as run, rs.id as session, p.id as payment, a.order_id as order,
  i.email as instructor_email, s.email as student_email,
  (select id from classes where name = 'Class to buy') as class_to_buy
from payments p join payment_attempts a on a.id = p.attempt_id join users s on s.id = p.user_id
  join classes c on c.id = p.class_id join users i on i.id = c.instructor_id
  join runs r on r.id = p.run_id join run_sessions rs on rs.run_id = r.id
where s.email = 'student100@size.test' limit 1`
