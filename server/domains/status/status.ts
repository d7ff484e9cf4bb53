/** The status of the running server, for operators. Nothing here is stored. */
import { statfs } from 'node:fs/promises'
import { desc, sql } from 'drizzle-orm'
import { MAX_FAILED_JOBS, type ServerStatus } from '#contract/status.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { findLastBackup } from '#server/domains/backup/backups.ts'
import * as TimeChecks from '#server/domains/calendar/time-checks.ts'
import { listNextClocks, UPDATED_ON, ZONE_RULES } from '#server/domains/classes/runs/clock-times.ts'
import { webhookEvents } from '#server/domains/payments/payments.table.ts'
import { orNotFound } from '#server/platform/app-error.ts'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { lockFailedJob, type Queue, readFailedJobs, readQueues } from '#server/platform/jobs/queues.ts'
import { deliverMail } from '#server/platform/mail/mail.ts'
import type { CardProvider } from '#server/ports/card-provider.ts'
import type { Context, Services } from '#server/ports/context.ts'
import type { Settings } from '#server/settings/settings.ts'

/** The card provider may take longer for a purchase. Here it counts as away. */
const CARDS_TIMEOUT_MS = 5_000

type StatusSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'cards' | 'mail'>

/** Returns the state of everything that the server needs. */
export async function read({ db, cards }: Services, settings: StatusSettings): Promise<ServerStatus> {
  const responds = isResponding(cards)
  const disk = await statfs(settings.dataDir)
  const queues = await readQueues(db)
  const failed = await readFailedJobs(db, MAX_FAILED_JOBS)
  return {
    read_at: Date.now(),
    queues: queues.map(({ succeededAt: _, ...queue }) => queue),
    failed_jobs: failed.map(({ id, failedAt, ...job }) => ({ ...job, _id: id, failed_at: Math.round(failedAt) })),
    mail: { has_server: settings.mail.smtpUrl !== undefined, ...summarizeMail(queues) },
    cards: { provider: settings.cards.provider, responds: await responds, event_at: await findLastEvent(db) },
    disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
    database: await readDatabase(db, settings),
    backup_at: await findLastBackup(db),
    zones: { version: ZONE_RULES, updated_on: UPDATED_ON, clocks: await listNextClocks(db) },
    time_checks: await TimeChecks.list(db),
  }
}

/** Runs a job again that failed for the last time. Returns 1. @throws AppError NOT_FOUND, also for one that waits already */
export async function retryJob(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const name = orNotFound(await lockFailedJob(tx, id))
    await ctx.jobs.retry(tx, name, id)
    await Activity.record(tx, ctx.actor, { action: 'job_retried', subject: name, subjectId: id })
    return 1
  })
}

function summarizeMail(queues: Queue[]) {
  const mail = queues.find(({ name }) => name === deliverMail.name)
  return { waiting: mail?.waiting ?? 0, sent_at: mail?.succeededAt ? Math.round(mail.succeededAt) : null }
}

/** Asks the provider for one intent. */
async function isResponding(cards: CardProvider): Promise<boolean> {
  const first = cards.listIntents()[Symbol.asyncIterator]().next()
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, CARDS_TIMEOUT_MS).unref())
  return Promise.race([first, timeout]).then(
    () => true,
    () => false,
  )
}

async function findLastEvent(db: Database): Promise<number | null> {
  const [newest] = await db.select().from(webhookEvents).orderBy(desc(webhookEvents.createdAt)).limit(1)
  return newest?.createdAt ?? null
}

async function readDatabase(db: Database, { databaseUrl }: StatusSettings): Promise<ServerStatus['database']> {
  const begun = performance.now()
  const [row] = await readRows<{ size: number; open: number; max: number }>(
    db,
    sql`select pg_database_size(current_database())::float8 as size,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as open,
      current_setting('max_connections')::int as max`,
  )
  const { size = 0, open = 0, max = 0 } = row ?? {}
  const response = Math.round((performance.now() - begun) * 10) / 10
  return { kind: databaseUrl ? 'postgres' : 'embedded', size, response, connections: { open, max } }
}
