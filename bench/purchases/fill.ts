/** Fills a database for the bench of purchases: classes with seats, buyers, and payments of the past. */
import pg from 'pg'
import { buildPastPayments } from '../past-payments.ts'

export const CLASSES = 400
export const BUYERS = 32
const PAST_STUDENTS = 2_500
const SEATS = 4_000

export interface Filled {
  classes: { id: string; runId: string }[]
  buyerIds: string[]
}

/** Fills an empty, migrated database. At most 1,000,000 payments are possible: each student once in each class. */
export async function fill(url: string, payments: number): Promise<Filled> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(PEOPLE_AND_CLASSES)
    for (const sql of buildPastPayments(`users u where u.email like 'past%' limit ${payments}`)) await client.query(sql)
    await client.query(UPDATE_SEATS)
    await client.query('vacuum analyze')
    const classes = await client.query<{ id: string; runId: string }>(CLASSES_WITH_RUNS)
    const buyers = await client.query<{ id: string }>(`select id from users where email like 'buyer%' order by email`)
    return { classes: classes.rows, buyerIds: buyers.rows.map(({ id }) => id) }
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
insert into classes (instructor_id, name, image, list_price_minor, status, created_at)
  select u.id, 'Class ' || to_char(n, 'FM0000'), '/pictures/demo/night-harbour/640.webp', 4999, 'approve', n
  from users u, generate_series(1, ${CLASSES}) n where u.role = 'instructor';
insert into runs (class_id, seats, offered, created_at) select id, ${SEATS}, ${SEATS}, 0 from classes;`

const CLASSES_WITH_RUNS = `select c.id, r.id "runId" from classes c join runs r on r.class_id = c.id order by c.name`

const UPDATE_SEATS = `
update runs r set seats = seats - sold, enroll = sold from (
  select class_id, count(*) sold from past group by class_id) p where p.class_id = r.class_id;
update classes c set enroll = r.enroll from runs r where r.class_id = c.id;
drop table past;`
