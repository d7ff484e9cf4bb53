/** A school in the middle of its life, straight in a database: classes with seats, buyers, and payments of the past. */
import pg from 'pg'

export const CLASSES = 400
export const BUYERS = 32
const PAST_STUDENTS = 2_500
const SEATS = 4_000

export interface Filled {
  classIds: string[]
  buyerIds: string[]
}

/** Fills an empty, migrated database. At most 1,000,000 payments of the past: each student once in each class. */
export async function fill(url: string, payments: number): Promise<Filled> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(PEOPLE_AND_CLASSES)
    await client.query(pastPayments(payments))
    await client.query('vacuum analyze')
    const ids = async (sql: string) => (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id)
    return {
      classIds: await ids(`select id from classes order by name`),
      buyerIds: await ids(`select id from users where email like 'buyer%' order by email`),
    }
  } finally {
    await client.end()
  }
}

const PEOPLE_AND_CLASSES = `
insert into users (email, name, role, created_at) values ('teacher@example.test', 'Teacher', 'instructor', 0);
insert into users (email, name, role, created_at)
  select 'past' || n || '@example.test', 'Student ' || n, 'student', 0 from generate_series(1, ${PAST_STUDENTS}) n;
insert into users (email, name, role, created_at)
  select 'buyer' || n || '@example.test', 'Buyer ' || n, 'student', 0 from generate_series(1, ${BUYERS}) n;
insert into classes (instructor_id, name, image, price_minor, seats, enroll, offered, status, created_at)
  select u.id, 'Class ' || to_char(n, 'FM0000'), '/pictures/demo/night-harbour/640.webp', 4999, ${SEATS}, 0, ${SEATS}, 'approve', n
  from users u, generate_series(1, ${CLASSES}) n where u.role = 'instructor';`

const FROZEN = `u.id user_id, c.id class_id, gen_random_uuid() cart_id, u.email, u.name, c.name class_name,
  c.image class_image, 4999 amount_minor, 'usd' currency`
const COPIED = 'user_id, class_id, cart_id, email, name, class_name, class_image, amount_minor, currency'

const pastPayments = (count: number) => `
create temp table past as
  select gen_random_uuid() attempt, gen_random_uuid() payment, row_number() over () n, ${FROZEN}
  from classes c, users u where u.email like 'past%' limit ${count};
insert into payment_attempts (id, ${COPIED}, status, intent_id, held_since, held_until, created_at)
  select attempt, ${COPIED}, 'settled', 'pi_past' || n, n, n, n from past;
insert into payments (id, attempt_id, ${COPIED}, transaction_id, status, created_at)
  select payment, attempt, ${COPIED}, 'pi_past' || n, 'paid', n from past;
insert into enrolments (user_id, class_id, payment_id, created_at) select user_id, class_id, payment, n from past;
update classes c set seats = seats - taken, enroll = taken from (
  select class_id, count(*) taken from past group by class_id) p where p.class_id = c.id;
drop table past;`
