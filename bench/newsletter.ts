/**
 * A newsletter for 20,000 subscribers on both databases: the time until they are queued, the server's additional memory until all are sent,
 * and whether everyone gets it once although the server is killed in the middle.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { api } from '../contract/api.ts'
import type { NewMailing } from '../contract/mailings.ts'
import type { DatabaseConnection } from '../server/platform/database/database.ts'
import { openEmbedded } from '../server/platform/database/embedded.ts'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { startPostgres } from '../testing/databases/postgres-server.ts'
import { startServerProcess, stopServerProcess } from '../testing/server-process.ts'
import { atMost, type Figure } from './figure.ts'
import { readPeakMegabytes, resetPeak } from './images/processes.ts'
import { countMail, type MailCounter } from './newsletter/count-mail.ts'
import { callAs } from './signed-in.ts'

const SUBSCRIBERS = 20_000
const MAX_QUEUE_SECONDS = 10
const MAX_MEGABYTES = 200
/** E-mails before the server is killed. */
const KILLED_AFTER = 2_000
const SECRET = 'a secret for the bench, of enough characters'

type Environment = Record<string, string>

export async function measureNewsletter(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  const postgres = await startPostgres()
  try {
    const url = await postgres.createDatabase('newsletter')
    const onPostgres = await fill(await openPostgres(url, () => {}))
    const embedded = await fill(await openEmbedded(join(folder, 'embedded')))
    return [
      ...(await measureOn('PostgreSQL', onPostgres, { DATABASE_URL: url, DATA_DIR: join(folder, 'none') })),
      ...(await measureOn('the embedded database', embedded, { DATA_DIR: join(folder, 'embedded') })),
    ]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

/** Creates an admin and the subscribers. Returns the id of the admin. */
async function fill({ db, close }: DatabaseConnection): Promise<string> {
  await db.execute(
    sql`insert into newsletter_subscriptions (email, requested_at, confirmed_at)
      select 'reader' || n || '@example.test', 1, 1 from generate_series(1, ${SUBSCRIBERS}) n`,
  )
  const { rows } = (await db.execute(
    sql`insert into users (email, name, role, created_at) values ('admin@example.test', 'Admin', 'admin', 1) returning id`,
  )) as unknown as { rows: { id: string }[] }
  await close()
  return rows[0]?.id ?? ''
}

async function measureOn(database: string, adminId: string, env: Environment): Promise<Figure[]> {
  const mail = await countMail()
  const settings = { DEMO: 'off', CARDS: 'sandbox', SECRET, LOG_LEVEL: 'warn', SMTP_URL: mail.url, ...env }
  const start = () => startServerProcess(settings, { isVerbose: true })
  const first = start()
  const firstUrl = await first.url
  const pid = first.process.pid ?? 0
  const admin = await callAs(firstUrl, SECRET, adminId)
  const body = { subject: 'Autumn light', text: `# Fog\n\n${'It is **coming**. '.repeat(300)}` } as NewMailing
  const { insertedId: id } = await admin(api.addMailing, { body })
  await resetPeak(pid)
  const before = await readPeakMegabytes(pid)
  const begun = performance.now()
  await admin(api.sendMailing, { params: { id } })
  const queued = (performance.now() - begun) / 1000
  await mail.reach(KILLED_AFTER)
  const memory = (await readPeakMegabytes(pid)) - before
  first.process.kill('SIGKILL')
  await first.exit

  const second = start()
  const secondPid = second.process.pid ?? 0
  const url = await second.url
  await resetPeak(secondPid)
  const started = await readPeakMegabytes(secondPid)
  const { progress } = await waitUntilSent(url, adminId, id)
  const secondMemory = (await readPeakMegabytes(secondPid)) - started
  await stopServerProcess(second)
  await mail.close()
  const seconds = mail.seconds().toFixed(0)
  return [
    atMost({
      what: `A newsletter for ${SUBSCRIBERS} subscribers on ${database}: from the call until all are queued`,
      value: queued,
      max: MAX_QUEUE_SECONDS,
      unit: ' s',
      digits: 1,
    }),
    atMost({
      what: `The same: additional memory of the server until all are sent (${seconds} s, with a kill in between)`,
      value: Math.max(memory, secondMemory),
      max: MAX_MEGABYTES,
      unit: ' MB',
      digits: 0,
    }),
    describeRecipients(mail, progress.unclear),
  ]
}

/** Counts e-mails received twice. An e-mail that the kill interrupted is unclear, and not sent again. */
function describeRecipients(mail: MailCounter, unclear: number): Figure {
  const { received, repeated } = mail.count()
  return {
    what: 'The same: e-mails received twice, after the server was killed in the middle',
    measured: `${repeated} (${received} of ${SUBSCRIBERS} received, ${unclear} unclear)`,
    limit: '0',
    holds: repeated === 0 && received + unclear >= SUBSCRIBERS,
  }
}

async function waitUntilSent(url: string, adminId: string, id: string) {
  const deadline = Date.now() + 30 * 60_000
  while (Date.now() < deadline) {
    const admin = await callAs(url, SECRET, adminId)
    const mailing = await admin(api.getMailing, { params: { id } })
    if (mailing.state === 'sent') return mailing
    await pause(2_000)
  }
  throw new Error('the newsletter was not sent within half an hour')
}
