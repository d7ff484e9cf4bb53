/**
 * Work beside the requests, by pg-boss on our own database. A job is enqueued in the transaction of the write that causes it, runs
 * on one of the instances, and is retried until it succeeds or fails for the last time. It may run twice, but is never lost.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { type DrizzleTransactionLike, fromDrizzle, type JobResult, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Database } from '#server/platform/database/database.ts'
import type { JobKind, Schedule } from './kind.ts'

const POLL_SECONDS = 1
/** The interval at which the jobs of crashed processes are found. */
export const RECLAIM_SECONDS = 30

/** Jobs of one kind that an instance runs at the same time. */
const CONCURRENCY = 5

/** The time that stopping waits for running jobs. Unfinished ones run again after the next start. */
const STOP_TIMEOUT_MS = 10_000

type Work = (job: JobWithMetadata) => Promise<void>

export class Jobs {
  readonly #boss: PgBoss
  readonly #log: FastifyBaseLogger
  readonly #work = new Map<string, Work>()
  readonly #retentions = new Map<string, number>()
  #lastReclaim: Promise<void> = Promise.resolve()
  #reclaimTimer: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(boss: PgBoss, log: FastifyBaseLogger) {
    this.#boss = boss
    this.#log = log
  }

  /** Enqueues a job. In a transaction, the job exists if and when that commits. */
  async enqueue<P extends object>(db: Database, kind: JobKind<P>, payload: P, schedule?: Schedule): Promise<void> {
    await this.enqueueAll(db, kind, [payload], schedule)
  }

  /** Enqueues many jobs of a kind at once. */
  async enqueueAll<P extends object>(db: Database, kind: JobKind<P>, all: P[], schedule?: Schedule): Promise<void> {
    const options = { db: fromDrizzle(db as DrizzleTransactionLike, sql) }
    const jobs = all.map((data) => ({ ...toOptions(kind), ...schedule, data }))
    try {
      await this.#boss.insert(kind.name, jobs, options)
    } catch (error) {
      // Drizzle's message contains the payload, which must not reach a log.
      throw error instanceof DrizzleQueryError ? error.cause : error
    }
  }

  /** Runs a job again that failed for the last time. In a transaction, with its commit. */
  async retry(db: Database, name: string, id: string): Promise<void> {
    await this.#boss.retry(name, id, { db: fromDrizzle(db as DrizzleTransactionLike, sql) })
  }

  /** Registers the handler of a kind. It may be called twice for a job, even after it succeeded. */
  handle<Payload extends object>(
    { name, retention }: JobKind<Payload>,
    work: (payload: Payload, id: string) => Promise<void>,
  ): void {
    this.#retentions.set(name, retention)
    this.#work.set(name, (job) => work(job.data as Payload, job.id))
  }

  /** True if the application stops. A long job ends then, and leaves the rest to another one. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Starts to run jobs, and to reclaim those of crashed processes. */
  async start(): Promise<void> {
    const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: CONCURRENCY, burstWhenBatchFull: true } as const
    for (const [name, work] of this.#work) {
      await this.#boss.work(
        name,
        { ...options, includeMetadata: true, perJobResults: true },
        (jobs: JobWithMetadata[]) => Promise.all(jobs.map((job) => this.#run(job, work))),
      )
    }
    this.#reclaimTimer = setInterval(() => {
      this.#lastReclaim = this.reclaim().catch((error: unknown) =>
        this.#log.error(error, 'lost jobs could not be reclaimed'),
      )
    }, RECLAIM_SECONDS * 1000)
  }

  /** Makes timed-out jobs run again, and deletes jobs whose retention is over. */
  async reclaim(): Promise<void> {
    await deleteCompleted(this.#boss, this.#retentions)
    await this.#boss.supervise()
  }

  /** Runs every queued job once, without its backoff, kinds in the order of `handle`. For tests, which do not `start`. */
  async runQueued(): Promise<void> {
    let queued = await listQueued(this.#boss)
    for (const [name, work] of this.#work) {
      if (!queued.has(name)) continue
      const options = { includeMetadata: true, ignoreStartAfter: true, batchSize: 1_000 } as const
      for (const job of await this.#boss.fetch<object>(name, options)) {
        const { status, output } = await this.#run(job, work)
        if (status === 'completed') await this.#boss.complete(name, job.id)
        else await this.#boss.fail(name, job.id, output)
      }
      // They may have enqueued others.
      queued = await listQueued(this.#boss)
    }
  }

  /**
   * Starts no further job. Waits for running ones, and for a search for lost ones, up to a time limit. Jobs can be enqueued until the
   * database closes.
   */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#reclaimTimer)
    const workers = [...this.#work.keys()].map((name) => this.#boss.offWork(name))
    const done = Promise.all([...workers, this.#lastReclaim])
    await Promise.race([done, pause(STOP_TIMEOUT_MS, undefined, { ref: false })])
    await this.#boss.stop({ graceful: false })
  }

  async #run(job: JobWithMetadata, work: Work): Promise<JobResult> {
    try {
      await work(job)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const context = { job: job.name, id: job.id, attempt: job.retryCount + 1, err: error }
      if (job.retryCount < job.retryLimit) this.#log.warn(context, 'a job failed and will be retried')
      else this.#log.error(context, 'a job failed for the last time')
      return { id: job.id, status: 'failed', output: error as Error }
    }
  }
}

function toOptions(kind: JobKind<object>) {
  return {
    expireInSeconds: kind.timeoutSeconds,
    retryLimit: kind.retries,
    retryDelay: kind.initialBackoff,
    retryBackoff: true,
    retryDelayMax: kind.maxBackoff,
    deleteAfterSeconds: FAILED_RETENTION_SECONDS,
  }
}

/** The time for which a job that failed for the last time is stored: an admin may run it again until then. */
const FAILED_RETENTION_SECONDS = 7 * 86_400

/** Returns the names of the kinds that have jobs to run. */
async function listQueued(boss: PgBoss): Promise<Set<string>> {
  const { rows } = await boss.getDb().executeSql(`select distinct name from jobs.job where state < 'active'`)
  return new Set(rows.map(({ name }) => name))
}

const DELETE = `delete from jobs.job j using json_to_recordset($1::json) as kind (name text, seconds int)
  where j.state = 'completed' and j.name = kind.name and j.completed_on < now() - kind.seconds * interval '1 second'`

/**
 * Deletes the completed jobs of the kinds whose retention is over: earlier than failed ones, for which pg-boss has the same retention.
 * @param retentions seconds by the name of the kind
 */
async function deleteCompleted(boss: PgBoss, retentions: ReadonlyMap<string, number>): Promise<void> {
  const kinds = [...retentions].map(([name, seconds]) => ({ name, seconds }))
  await boss.getDb().executeSql(DELETE, [JSON.stringify(kinds)])
}
