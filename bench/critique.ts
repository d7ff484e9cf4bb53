/**
 * Critique in a school with many pictures compared with one with few, on PostgreSQL: the queue with 5,000 submissions and with 50, and
 * the calls of pages where each of 200 students has 64 pictures and where each has one. Both are measured in turns.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createTokens } from '../server/domains/users/tokens.ts'
import { deriveKey } from '../server/platform/secrets.ts'
import { type PostgresServer, startPostgres } from '../testing/databases/postgres-server.ts'
import { withServer } from './application-process.ts'
import { atMost, type Figure, median } from './figure.ts'

const ROUNDS = 51
const SECRET = 'a secret for the bench, of enough characters'
const MAX_QUEUE_RATIO = 2
/** The largest ratio of two equal times on a noisy machine. */
const MAX_PAGE_RATIO = 1.3

interface Size {
  /** Submissions that wait. */
  waiting: number
  /** Pictures of each of 200 students for one brief. */
  pictures: number
}

const FEW: Size = { waiting: 50, pictures: 1 }
const MANY: Size = { waiting: 5_000, pictures: 64 }

const STUDENTS = 200
const MAX_WAITING_OF_BRIEF = 200

type Ids = Record<'instructor' | 'student' | 'brief' | 'submission' | 'version', string>

interface School {
  url: string
  ids: Ids
}

export async function measureCritique(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  const postgres = await startPostgres()
  try {
    const [few, many] = [await prepare(postgres, folder, 'few', FEW), await prepare(postgres, folder, 'many', MANY)]
    return await withServer(few.env, (fewUrl) =>
      withServer(many.env, (manyUrl) => compare({ url: fewUrl, ids: few.ids }, { url: manyUrl, ids: many.ids })),
    )
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

/** Fills a demo school that has been started once. */
async function prepare(postgres: PostgresServer, folder: string, name: string, size: Size) {
  const url = await postgres.createDatabase(name)
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, name), SECRET, DEMO: 'on', CARDS: 'sandbox' }
  await withServer(env, async () => {})
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of buildStatements(size)) await client.query(statement)
  const { rows } = await client.query<Ids>(READ_IDS)
  await client.end()
  const [ids] = rows
  if (!ids) throw new Error('The school was not filled')
  return { env, ids }
}

const NOW = '(extract(epoch from now()) * 1000)::bigint'

/** Times of creation number the rows, so that statements can join them. */
function buildStatements({ waiting, pictures }: Size): string[] {
  const briefs = Math.ceil(waiting / MAX_WAITING_OF_BRIEF)
  return [
    `insert into users (email, name, role, created_at) values ('teacher@size.test', 'Teacher', 'instructor', 0)`,
    `insert into users (email, name, role, created_at)
       select 'student' || n || '@size.test', 'Student ' || n, 'student', n from generate_series(1, ${STUDENTS}) n`,
    // Others hand in for the queue, so that a student has one brief.
    `insert into users (email, name, role, created_at)
       select 'queue' || n || '@size.test', 'Student ' || n, 'student', n from generate_series(1, ${STUDENTS}) n`,
    `insert into classes (instructor_id, name, image, list_price_minor, status, created_at)
       select u.id, c.name, '/pictures/demo/night-harbour/640.webp', 4999, 'approve', 0
       from users u, (values ('Large class'), ('Class of the queue')) c(name) where u.email = 'teacher@size.test'`,
    `insert into runs (class_id, seats, offered, created_at) select id, 1000, 1000, 0 from classes where name = 'Large class'`,
    `insert into enrolments (user_id, class_id, run_id, source, created_at)
       select u.id, c.id, r.id, 'granted', u.created_at from users u, classes c join runs r on r.class_id = c.id
       where u.email like 'student%@size.test' and c.name = 'Large class'`,
    // The brief 0 has the many pictures, and the others the queue.
    `insert into briefs (class_id, title, text, due_at, count, rules, add_failed, created_at)
       select id, 'Brief ' || n, '', ${NOW} + 86400000 + n, 72, '{}', false, n
       from classes, generate_series(0, ${briefs}) n where name = case when n = 0 then 'Large class' else 'Class of the queue' end`,
    `insert into submissions (brief_id, user_id, state, picture_count, waiting_since, created_at)
       select b.id, u.id, 'open', case when b.created_at = 0 then ${pictures} else 1 end, case when b.created_at > 0 then ${NOW} - 1000 * u.created_at - b.created_at end, ${NOW}
       from briefs b, users u where b.title like 'Brief %'
         and u.email like case when b.created_at = 0 then 'student%@size.test' else 'queue%@size.test' end
         and (b.created_at = 0 or (b.created_at - 1) * ${MAX_WAITING_OF_BRIEF} + u.created_at <= ${waiting})`,
    `insert into submission_pictures (submission_id, intent, position, begun_at, created_at)
       select s.id, 'What I wanted', n, ${NOW}, ${NOW} from submissions s join briefs b on b.id = s.brief_id,
         generate_series(1, case when b.created_at = 0 then ${pictures} else 1 end) n where b.title like 'Brief %'`,
    `insert into picture_versions (picture_id, hash, media_type, width, height, views, bytes, exif, ready, created_at)
       select p.id, md5(p.id::text), 'image/jpeg', 6000, 4000, '["3840.avif", "1920.avif", "960.avif", "480.avif"]', 9000000,
         '{"camera": "Nikon Z 6", "aperture": 8}', true, ${NOW}
       from submission_pictures p join submissions s on s.id = p.submission_id join briefs b on b.id = s.brief_id
       where b.title like 'Brief %'`,
    'vacuum analyze',
  ]
}

const READ_IDS = `
select i.id as instructor, u.id as student, b.id as brief, s.id as submission, v.id as version
from users i, users u, briefs b, submissions s, submission_pictures p, picture_versions v
where i.email = 'teacher@size.test' and u.email = 'student100@size.test' and b.title = 'Brief 0' and s.brief_id = b.id
  and s.user_id = u.id and p.submission_id = s.id and v.picture_id = p.id
order by p.position limit 1`

/** Reads of pages, each with its reader. */
const READS: [name: string, reader: 'instructor' | 'student', path: (ids: Ids) => string, max: number][] = [
  [
    'GET /critique/queue with 5,000 waiting submissions, compared with 50',
    'instructor',
    () => '/critique/queue',
    MAX_QUEUE_RATIO,
  ],
  ['GET /critique/times there', 'instructor', () => '/critique/times', MAX_QUEUE_RATIO],
  [
    'GET /briefs where each of 200 students has 64 pictures, compared with one',
    'student',
    () => '/briefs',
    MAX_PAGE_RATIO,
  ],
  ['GET /version/{id}/remarks there', 'instructor', ({ version }) => `/version/${version}/remarks`, MAX_PAGE_RATIO],
  ['GET /brief/{id}/submissions there', 'instructor', ({ brief }) => `/brief/${brief}/submissions`, MAX_PAGE_RATIO],
  ['GET /submission/{id} there, with all 64 pictures', 'student', ({ submission }) => `/submission/${submission}`, 2],
]

async function compare(few: School, many: School): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, reader, path, max] of READS) {
    const [readFew, readMany] = [await createRead(few, reader, path), await createRead(many, reader, path)]
    const times: [number[], number[]] = [[], []]
    for (let round = -5; round < ROUNDS; round++) {
      const both = [await measure(readFew), await measure(readMany)] as const
      // The first rounds warm up.
      if (round < 0) continue
      times[0].push(both[0])
      times[1].push(both[1])
    }
    const [ofFew, ofMany] = [median(times[0]), median(times[1])]
    const about = `${what} (medians ${ofMany.toFixed(1)} and ${ofFew.toFixed(1)} ms)`
    figures.push(atMost({ what: about, value: ofMany / ofFew, max, unit: ' times', digits: 2 }))
  }
  return figures
}

async function createRead({ url, ids }: School, reader: 'instructor' | 'student', path: (ids: Ids) => string) {
  const token = await createTokens(deriveKey('tokens', SECRET)).issue(ids[reader], Date.now())
  return async () => {
    const response = await fetch(`${url}/api${path(ids)}`, { headers: { authorization: `Bearer ${token}` } })
    const body = await response.text()
    if (!response.ok) throw new Error(`GET ${path(ids)}: ${response.status} ${body}`)
  }
}

async function measure(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
