import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { recordBackup } from '#server/domains/backup/backups.ts'
import { deliverMail } from '#server/platform/mail/mail.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()
let admin: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

/** Makes a job fail for the last time, with a query's values in its error. Returns its id. */
async function failJob(message: string): Promise<string> {
  const { db, jobs } = application.services
  await jobs.enqueue(db, deliverMail, {
    to: 'nora@example.test',
    subject: 'Hello',
    text: 'Hello',
    html: 'Hello',
  } as never)
  await db.execute(sql`update jobs.job set state = 'failed', retry_count = retry_limit, completed_on = now(),
    output = jsonb_build_object('message', ${message}::text) where name = ${deliverMail.name} and state = 'created'`)
  const { failed_jobs } = await admin.call(api.getStatus)
  return failed_jobs.find(({ name }) => name === deliverMail.name)?._id ?? ''
}

describe('the status', () => {
  it('is for admins only', async () => {
    for (const role of ['student', 'instructor'] as const) {
      const user = await application.signedIn(role)
      expect(await catchCode(user.call(api.getStatus))).toBe('NOT_ALLOWED')
      const retry = user.call(api.retryJob, { params: { id: crypto.randomUUID() } })
      expect(await catchCode(retry)).toBe('NOT_ALLOWED')
    }
    expect(await catchCode(application.visitor.call(api.getStatus))).toBe('NOT_SIGNED_IN')
  })

  it('shows the card provider, the mail, the disk and the database', async () => {
    const status = await admin.call(api.getStatus)
    expect(status.cards).toEqual({ provider: 'sandbox', responds: true, event_at: null })
    expect(status.mail.has_server).toBe(false)
    expect(status.disk.free).toBeGreaterThan(0)
    expect(status.disk.total).toBeGreaterThan(status.disk.free)
    expect(status.database.size).toBeGreaterThan(1_000_000)
  })

  it('shows the last complete backup', async () => {
    expect((await admin.call(api.getStatus)).backup_at).toBeNull()
    for (const time of [2_000, 1_000]) await recordBackup(application.services.db, new Date(time))
    expect((await admin.call(api.getStatus)).backup_at).toBe(2_000)
  })

  it('shows failed jobs without their payload, nor the values of a query', async () => {
    await failJob('Failed query: insert into x values ($1)\nparams: nora@example.test')
    const status = await admin.call(api.getStatus)
    expect(status.failed_jobs).toMatchObject([{ name: deliverMail.name, problem: 'A query of the database failed.' }])
    expect(status.queues.find(({ name }) => name === deliverMail.name)).toMatchObject({ failed: 1 })
    expect(JSON.stringify(status)).not.toContain('nora@')
  })
})

describe('a failed job', () => {
  it('is retried once, with an entry in the activity log', async () => {
    const id = await failJob('the e-mail was not sent (ECONNREFUSED)')
    expect(await admin.call(api.retryJob, { params: { id } })).toEqual({ modifiedCount: 1 })
    expect(await catchCode(admin.call(api.retryJob, { params: { id } }))).toBe('NOT_FOUND')
    const { rows } = await admin.call.page(api.listActivity, {})
    expect(rows[0]).toMatchObject({ deed: 'job_retried', subject: deliverMail.name, subjectId: id })
    const { queues } = await admin.call(api.getStatus)
    expect(queues.find(({ name }) => name === deliverMail.name)?.waiting).toBeGreaterThan(0)
  })

  it.each(['unknown', crypto.randomUUID()])('that does not exist is not found: %s', async (id) => {
    expect(await catchCode(admin.call(api.retryJob, { params: { id } }))).toBe('NOT_FOUND')
  })
})
