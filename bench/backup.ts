/**
 * `node bench/backup.ts`: seconds and memory of a backup, a restore, an export and an import of a school with 20,000 users and 1,000
 * pictures, each as the command that an operator runs, on the embedded database and on PostgreSQL. Apart from `npm run bench`, because it
 * takes minutes and a gigabyte.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { listVariantWidths } from '../contract/image-url.ts'
import type { DatabaseConnection } from '../server/platform/database/database.ts'
import { openEmbedded } from '../server/platform/database/embedded.ts'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { startPostgres } from '../testing/databases/postgres-server.ts'

const USERS = 20_000
const PICTURES = 1_000
/** About the mean of the eight files of a photograph. */
const FILE_BYTES = 60_000
const WIDTH = 1600

const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
try {
  await fillPictures(join(folder, 'embedded'))
  const embedded = await openEmbedded(join(folder, 'embedded'))
  await fill(embedded)
  await embedded.close()
  await measureAll('embedded', (name) => ({ DATA_DIR: join(folder, name === 'original' ? 'embedded' : name) }))
  const server = await startPostgres()
  try {
    const urls = { original: await server.createDatabase('original') } as Record<string, string>
    for (const name of ['restored', 'imported']) urls[name] = await server.createDatabase(name)
    const database = await openPostgres(urls.original ?? '', () => {})
    await fill(database)
    await database.close()
    const secret = { SECRET: 'a secret for the bench, of enough characters' }
    await measureAll('PostgreSQL', (name) => ({
      ...secret,
      DATABASE_URL: urls[name] ?? '',
      DATA_DIR: join(folder, name === 'original' ? 'embedded' : `postgres-${name}`),
    }))
  } finally {
    await server.stop()
  }
} finally {
  await rm(folder, { recursive: true })
}

async function measureAll(label: string, env: (name: string) => Record<string, string>): Promise<void> {
  const [backup, copy] = [join(folder, `${label}.backup.zip`), join(folder, `${label}.export.zip`)]
  await measure(`${label}: backup`, ['ops/backup.ts', backup], env('original'))
  console.log(`${label}: ${((await stat(backup)).size / 1e6).toFixed(0)} MB`)
  await measure(`${label}: restore`, ['ops/restore.ts', backup], env('restored'))
  await measure(`${label}: export`, ['ops/export.ts', copy], env('original'))
  await measure(`${label}: import`, ['ops/import.ts', copy], env('imported'))
}

/** Runs a command and prints its seconds and its peak memory. Source of the memory: getrusage(2), in kilobytes */
async function measure(what: string, [script = '', file = '']: string[], env: Record<string, string>): Promise<void> {
  const report = 'process.on("exit", () => console.error("peak " + process.resourceUsage().maxRSS))'
  const preload = `data:text/javascript,${encodeURIComponent(report)}`
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', './ops/quick-imports.mjs', '--import', preload, script, file], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, DEMO: 'off', CARDS: 'sandbox', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  const [, kilobytes] = /peak (\d+)/.exec(output) ?? []
  if (code !== 0) throw new Error(output)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${what}: ${seconds} s, peak memory ${(Number(kilobytes) / 1024).toFixed(0)} MB`)
}

function toName(number: number): string {
  return `${`${number}`.padStart(64, '0')}-${'0'.repeat(12)}`
}

async function fillPictures(dataDir: string): Promise<void> {
  for (let number = 0; number < PICTURES; number++) {
    const pictures = join(dataDir, 'pictures', toName(number))
    await mkdir(pictures, { recursive: true, mode: 0o700 })
    for (const width of listVariantWidths(WIDTH))
      for (const format of ['avif', 'webp'])
        await writeFile(join(pictures, `${width}.${format}`), randomBytes(FILE_BYTES))
  }
}

/** A class for 100 users, and one payment of each. */
async function fill({ db }: DatabaseConnection): Promise<void> {
  for (const statement of [
    `insert into users (email, name, role, created_at) select 'user' || n || '@example.test', 'User ' || n, case when n <= 200 then 'instructor' else 'student' end, n from generate_series(1, ${USERS}) n`,
    `insert into classes (instructor_id, name, image, list_price_minor, enroll, description, status, created_at)
      select id, 'Class ' || created_at, '/pictures/demo/night-harbour/640.webp', 4999, 100, repeat('Light and shade. ', 60), 'approve', created_at from users where role = 'instructor'`,
    `insert into runs (class_id, seats, enroll, offered, created_at) select id, 0, 100, 100, 0 from classes`,
    `insert into payment_attempts (user_id, class_id, run_id, cart_id, email, name, class_name, class_image, list_price_minor, amount_minor, currency, status, intent_id, held_since, held_until, created_at)
      select users.id, class_id, runs.id, gen_random_uuid(), email, users.name, classes.name, classes.image, 4999, 4999, 'usd', 'settled', 'pi_' || users.created_at, 0, 0, 0
      from users join (select runs.*, row_number() over () as number from runs) runs on number = 1 + users.created_at % 200 join classes on classes.id = class_id`,
    `insert into payments (attempt_id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_paid_minor, currency, transaction_id, status, created_at)
      select id, user_id, class_id, run_id, cart_id, email, name, class_name, class_image, amount_minor, currency, intent_id, 'paid', 0 from payment_attempts`,
    `insert into enrolments (user_id, class_id, run_id, source, payment_id, created_at) select user_id, class_id, run_id, 'payment', id, 0 from payments`,
    `insert into images (name, hash, url, width, height, uploaded_by, created_at, used_at, ready)
      select lpad(n::text, 64, '0') || '-000000000000', 'hash' || n, 'url' || n, ${WIDTH}, 1200, (select id from users limit 1), 0, 0, true from generate_series(0, ${PICTURES - 1}) n`,
  ])
    await db.execute(sql.raw(statement))
}
