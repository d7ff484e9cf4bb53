/**
 * Work beside the requests, by pg-boss on the school's own database: a job is put in the transaction of the write that causes
 * it, done on one of the instances, and tried again until it succeeds or is given up. It may run twice, never not at all.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { type DrizzleTransactionLike, fromDrizzle, type JobResult, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Database } from '#server/database/database.ts'
import type { JobKind } from './kind.ts'

const POLL_SECONDS = 1
/** How often lost jobs are looked for. */
export const RECLAIM_SECONDS = 30

/** Jobs of one kind that an instance does at the same time. */
const AT_ONCE = 5

/** How long stopping waits for jobs that are being done; what is not done by then is tried again after the next start. */
const STOP_PATIENCE_MS = 10_000

type Work = (job: JobWithMetadata) => Promise<void>

export class Jobs {
  readonly #boss: PgBoss
  readonly #log: FastifyBaseLogger
  readonly #work = new Map<string, Work>()
  #reclaiming: NodeJS.Timeout | undefined

  constructor(boss: PgBoss, log: FastifyBaseLogger) {
    this.#boss = boss
    this.#log = log
  }

  /** Puts a job; with the handle of a transaction, it is there if and when that commits. */
  async put<Payload extends object>(db: Database, kind: JobKind<Payload>, payload: Payload): Promise<void> {
    await this.putAll(db, kind, [payload])
  }

  /** Puts many jobs of a kind at once, as `put` does one. */
  async putAll<Payload extends object>(db: Database, kind: JobKind<Payload>, payloads: Payload[]): Promise<void> {
    const options = { db: fromDrizzle(db as DrizzleTransactionLike, sql) }
    const jobs = payloads.map((data) => ({ ...optionsOf(kind), data }))
    try {
      await this.#boss.insert(kind.name, jobs, options)
    } catch (error) {
      // Drizzle's own words quote the parameters, and a payload has no business in a log.
      throw error instanceof DrizzleQueryError ? error.cause : error
    }
  }

  /** Says what does jobs of a kind. It may be called for the same job again, also when it has succeeded before. */
  handle<Payload extends object>(
    { name }: JobKind<Payload>,
    work: (payload: Payload, id: string) => Promise<void>,
  ): void {
    this.#work.set(name, (job) => work(job.data as Payload, job.id))
  }

  /** Begins to do what waits, every second, and to take back what a crashed process left. */
  async start(): Promise<void> {
    const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: AT_ONCE, burstWhenBatchFull: true } as const
    for (const [name, work] of this.#work) {
      await this.#boss.work(
        name,
        { ...options, includeMetadata: true, perJobResults: true },
        (jobs: JobWithMetadata[]) => Promise.all(jobs.map((job) => this.#try(job, work))),
      )
    }
    this.#reclaiming = setInterval(() => {
      this.reclaim().catch((error: unknown) => this.#log.error(error, 'lost jobs could not be taken back'))
    }, RECLAIM_SECONDS * 1000)
  }

  /** Lets jobs that have been under way for too long be tried again, and deletes what is no longer to be kept. */
  async reclaim(): Promise<void> {
    await this.#boss.supervise()
  }

  /**
   * Does every job that waits, once each, also those whose next try is not due yet; kinds in the order of `handle`. For tests,
   * which do not `start`.
   */
  async doWaiting(): Promise<void> {
    for (const [name, work] of this.#work) {
      const waiting = { includeMetadata: true, ignoreStartAfter: true, batchSize: 1_000 } as const
      for (const job of await this.#boss.fetch<object>(name, waiting)) {
        const { status, output } = await this.#try(job, work)
        if (status === 'completed') await this.#boss.complete(name, job.id)
        else await this.#boss.fail(name, job.id, output)
      }
    }
  }

  /** Begins nothing new and waits, for a while, for what is being done. Jobs can be put until the database closes. */
  async stop(): Promise<void> {
    clearInterval(this.#reclaiming)
    const done = Promise.all([...this.#work.keys()].map((name) => this.#boss.offWork(name)))
    await Promise.race([done, pause(STOP_PATIENCE_MS, undefined, { ref: false })])
    await this.#boss.stop({ graceful: false })
  }

  async #try(job: JobWithMetadata, work: Work): Promise<JobResult> {
    try {
      await work(job)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const about = { job: job.name, id: job.id, tries: job.retryCount + 1, err: error }
      if (job.retryCount < job.retryLimit) this.#log.warn(about, 'a job failed and will be tried again')
      else this.#log.error(about, 'a job failed for the last time and is given up')
      return { id: job.id, status: 'failed', output: error as Error }
    }
  }
}

function optionsOf(kind: JobKind<object>) {
  return {
    expireInSeconds: kind.secondsPerTry,
    retryLimit: kind.retries,
    retryDelay: kind.firstPause,
    retryBackoff: true,
    retryDelayMax: kind.longestPause,
    deleteAfterSeconds: kind.keptFor,
  }
}
