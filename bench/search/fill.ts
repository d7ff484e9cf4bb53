/** Fills an empty, migrated database with classes for the bench of searches. */
import { sql } from 'drizzle-orm'
import type { DatabaseConnection } from '../../server/platform/database/database.ts'

/** Creates classes with descriptions of 60 words, an instructor for 50 of them, and two runs of two sessions each. */
export async function fill({ db }: DatabaseConnection, classes: number): Promise<void> {
  for (const statement of buildStatements(classes)) await db.execute(sql.raw(statement))
}

/** Frequent words are a hundred times as frequent as rare ones. */
const DESCRIPTION = `(select string_agg('word' || (2000 * random() ^ 3)::int, ' ') from generate_series(1, 60 + n * 0))`

const pick = (...words: string[]) => `(array['${words.join("', '")}'])[1 + floor(random() * ${words.length})::int]`
const ADJECTIVE = pick(
  'Night',
  'Winter',
  'Silent',
  'Golden',
  'Distant',
  'Frozen',
  'Urban',
  'Coastal',
  'Early',
  'Hidden',
)
const NOUN = pick(
  ...['Harbour', 'Dunes', 'Portraits', 'Forest', 'Bridges', 'Markets', 'Stairways', 'Lakes', 'Gardens', 'Rooftops'],
  ...[
    'Stations',
    'Islands',
    'Orchards',
    'Canyons',
    'Meadows',
    'Lighthouses',
    'Vineyards',
    'Monuments',
    'Rivers',
    'Glaciers',
  ],
)
const HOUR = '3600000'
const DAY = `24 * ${HOUR}`

const buildStatements = (classes: number) => [
  'select setseed(0.5)',
  `insert into users (email, name, role, created_at)
     select 'teacher' || n || '@example.test', 'Teacher' || n || ' Surname' || n, 'instructor', n
     from generate_series(1, ${Math.ceil(classes / 50)}) n`,
  `insert into classes (instructor_id, name, image, list_price_minor, enroll, level, description, status, created_at)
     select u.id, ${ADJECTIVE} || ' ' || ${NOUN}, '/pictures/demo/night-harbour/640.webp', 5000 + 100 * (n % 300), n % 40,
       (array['any', 'beginner', 'intermediate', 'advanced'])[1 + n % 4], ${DESCRIPTION}, 'approve', n
     from generate_series(1, ${classes}) n join users u on u.email = 'teacher' || (1 + n / 50) || '@example.test'`,
  // A hash of class and run stands for random numbers, which PostgreSQL would draw once for all rows.
  `insert into runs (class_id, seats, enroll, offered, time_zone, place_name, place_address, is_online, starts_at, ends_at, created_at)
     select id, seats, 10 - seats, 10, 'Europe/Oslo', case when seats < 9 then 'Hall ' || seats end, 'Street ' || seats, seats = 9,
       starts_at, starts_at + 7 * ${DAY} + 2 * ${HOUR}, 0
     from classes, generate_series(1, 2) run, lateral (select abs(hashtext(id::text || run)) as hash) hashed,
       lateral (select hash % 10 as seats, (extract(epoch from now()) * 1000)::bigint + (10 + hash % 300) * (${DAY})::bigint as starts_at) numbers`,
  `insert into run_sessions (run_id, starts_at, ends_at)
     select id, starts_at + week * 7 * ${DAY}, starts_at + week * 7 * ${DAY} + 2 * ${HOUR} from runs, generate_series(0, 1) week`,
  'vacuum analyze',
]
