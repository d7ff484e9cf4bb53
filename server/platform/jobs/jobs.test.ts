import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database, DatabaseConnection } from '#server/platform/database/database.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { createDatabase } from '../../../testing/application.ts'
import { type Jobs, RECLAIM_SECONDS } from './jobs.ts'
import type { JobKind } from './kind.ts'
import { openJobs } from './open.ts'

const greet: JobKind<{ name: string }> = {
  name: 'test.greet',
  timeoutSeconds: 60,
  retries: 2,
  initialBackoff: 60,
  maxBackoff: 600,
  retention: 60,
}

const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
const logged: string[] = []
const greeted: string[] = []
let database: DatabaseConnection
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  logged.length = 0
  greeted.length = 0
})

/** Makes the next search for lost jobs due. */
const makeReclaimDue = () =>
  database.db.execute(sql`update jobs.queue set maintain_on = null, monitor_on = null, monitor_claim_on = null`)

/** Opens empty queues for one test. */
async function openOwnJobs(): Promise<{ db: Database; jobs: Jobs }> {
  const jobs = await openJobs(database, [greet], log)
  onTestFinished(() => jobs.stop())
  const { db } = database
  await db.execute(sql`delete from jobs.job`)
  await makeReclaimDue()
  jobs.handle(greet, async ({ name }) => void greeted.push(name))
  return { db, jobs }
}

describe('a job', () => {
  it('exists if its transaction commits, and never if that fails', async () => {
    const { db, jobs } = await openOwnJobs()
    await transaction(db, (tx) => jobs.enqueue(tx, greet, { name: 'Ada' }))
    const failed = transaction(db, async (tx) => {
      await jobs.enqueue(tx, greet, { name: 'nobody' })
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    await jobs.runQueued()
    expect(greeted).toEqual(['Ada'])
  })

  it('runs once', async () => {
    const { db, jobs } = await openOwnJobs()
    await jobs.enqueue(db, greet, { name: 'Ada' })
    await jobs.runQueued()
    await jobs.runQueued()
    expect(greeted).toEqual(['Ada'])
  })

  it('that fails is retried, and logged each time without its payload, until the last retry', async () => {
    const { db, jobs } = await openOwnJobs()
    let tries = 0
    jobs.handle(greet, async () => {
      tries++
      throw new Error('not today')
    })
    await jobs.enqueue(db, greet, { name: 'Ada' })
    for (let time = 0; time < 5; time++) await jobs.runQueued()
    expect(tries).toBe(3)
    expect(logged.map((line) => JSON.parse(line).level)).toEqual([40, 40, 50])
    expect(logged.join()).toContain('not today')
    expect(logged.join()).not.toContain('Ada')
  })

  it('that failed once can succeed at the next run', async () => {
    const { db, jobs } = await openOwnJobs()
    jobs.handle(greet, () => Promise.reject(new Error('not today')))
    await jobs.enqueue(db, greet, { name: 'Ada' })
    await jobs.runQueued()
    jobs.handle(greet, async ({ name }) => void greeted.push(name))
    await jobs.runQueued()
    expect(greeted).toEqual(['Ada'])
  })

  it('that failed for the last time can still be run again after a week less an hour, and then is deleted', async () => {
    const { db, jobs } = await openOwnJobs()
    jobs.handle(greet, () => Promise.reject(new Error('not today')))
    await jobs.enqueue(db, greet, { name: 'Ada' })
    for (let run = 0; run <= greet.retries; run++) await jobs.runQueued()
    const failed = sql`jobs.job where state = 'failed'`
    const letTimePass = async (time: string) => {
      await db.execute(sql`update jobs.job set completed_on = completed_on - ${time}::interval`)
      await makeReclaimDue()
      await jobs.reclaim()
    }
    await letTimePass('6 days 23 hours')
    expect(await db.$count(failed)).toBe(1)
    await letTimePass('1 hour 1 minute')
    expect(await db.$count(failed)).toBe(0)
  })

  it('that is done is deleted after the retention of its kind, and not before', async () => {
    const { db, jobs } = await openOwnJobs()
    await jobs.enqueue(db, greet, { name: 'Ada' })
    await jobs.runQueued()
    await jobs.reclaim()
    expect(await db.$count(sql`jobs.job where state = 'completed'`)).toBe(1)
    await db.execute(
      sql`update jobs.job set completed_on = completed_on - ${greet.retention + 1} * interval '1 second'`,
    )
    await jobs.reclaim()
    expect(await db.$count(sql`jobs.job`)).toBe(0)
  })

  it('of a crashed process runs again', async () => {
    const { db, jobs } = await openOwnJobs()
    await jobs.enqueue(db, greet, { name: 'Ada' })
    await db.execute(sql`update jobs.job set state = 'active', started_on = now() - interval '61 seconds'`)
    await jobs.runQueued()
    expect(greeted).toEqual([])
    await jobs.reclaim()
    await jobs.runQueued()
    expect(greeted).toEqual(['Ada'])
  })

  it('with a time of its own waits for it', async () => {
    const { db, jobs } = await openOwnJobs()
    const startAfter = new Date(Date.now() + 400 * 24 * 3_600_000)
    await jobs.enqueue(db, greet, { name: 'Ada' }, { startAfter })
    await jobs.reclaim()
    expect(await db.$count(sql`jobs.job where start_after = ${startAfter.toISOString()}::timestamptz`)).toBe(1)
  })

  it('that has finished is deleted with its payload after its retention', async () => {
    const { db, jobs } = await openOwnJobs()
    await jobs.enqueue(db, greet, { name: 'Ada' })
    await jobs.runQueued()
    await db.execute(sql`update jobs.job set completed_on = completed_on - interval '61 seconds'`)
    await db.execute(sql`update jobs.queue set maintain_on = null`)
    await jobs.reclaim()
    expect(await db.$count(sql`jobs.job`)).toBe(0)
  })

  it('that cannot be enqueued fails without its payload in the message', async () => {
    const { db, jobs } = await openOwnJobs()
    const refused = await jobs.enqueue(db, greet, { name: 'Ada \u0000' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Error)
    expect(String(refused)).not.toContain('Ada')
  })
})

describe('the worker', () => {
  it('runs queued jobs, several at once, until it is stopped', async () => {
    const { db, jobs } = await openOwnJobs()
    const names = ['Ada', 'Berenice', 'Dorothea', 'Imogen', 'Julia', 'Vivian']
    for (const name of names) await jobs.enqueue(db, greet, { name })
    await jobs.start()
    await expect.poll(() => [...greeted].sort(), { timeout: 10_000 }).toEqual(names)
    await jobs.stop()
    await jobs.enqueue(db, greet, { name: 'late' })
    await pause(1_500)
    expect(greeted).not.toContain('late')
  })

  it('waits for a running job when it is stopped', async () => {
    const { db, jobs } = await openOwnJobs()
    const steps: string[] = []
    jobs.handle(greet, async () => {
      steps.push('begun')
      await pause(300)
      steps.push('done')
    })
    await jobs.enqueue(db, greet, { name: 'Ada' })
    await jobs.start()
    await expect.poll(() => steps, { timeout: 5_000 }).toEqual(['begun'])
    await jobs.stop()
    expect(steps).toEqual(['begun', 'done'])
  })

  it('waits for a search for lost jobs when it is stopped', async () => {
    const { jobs } = await openOwnJobs()
    const search = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    jobs.reclaim = () => {
      begun.resolve()
      return search.promise
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await jobs.start()
    vi.advanceTimersByTime(RECLAIM_SECONDS * 1000)
    await begun.promise
    let isStopped = false
    const stop = jobs.stop().then(() => {
      isStopped = true
    })
    await pause(200)
    expect(isStopped).toBe(false)
    search.resolve()
    await stop
  })

  it('runs each job on one of two instances', async () => {
    const { db, jobs } = await openOwnJobs()
    const other = await openJobs(database, [greet], log)
    other.handle(greet, async ({ name }) => void greeted.push(name))
    const names = Array.from({ length: 20 }, (_, number) => `visitor ${number + 10}`)
    for (const name of names) await jobs.enqueue(db, greet, { name })
    await Promise.all([jobs.start(), other.start()])
    await expect.poll(() => greeted.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(20)
    await other.stop()
    await jobs.stop()
    expect([...greeted].sort()).toEqual(names)
  })
})
