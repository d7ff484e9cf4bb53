/** The state of the server, for the admins of the school. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, ClockTime, Deleted, Id, Modified, Timestamp } from './values/fields.ts'

/** The newest failed jobs that are listed. */
export const MAX_FAILED_JOBS = 50

/** The jobs of one kind. */
export const JobQueue = z.object({
  name: z.string(),
  /** Jobs that wait, also for a retry or for their time. */
  waiting: z.int(),
  /** Those of them whose time has come. */
  due: z.int(),
  running: z.int(),
  failed: z.int(),
})
export type JobQueue = z.infer<typeof JobQueue>

/** A job that failed for the last time. */
export const FailedJob = z.object({
  _id: Id,
  name: z.string(),
  failed_at: Timestamp,
  attempts: z.int(),
  problem: z.string().nullable(),
})
export type FailedJob = z.infer<typeof FailedJob>

/** A session whose time the school has to check. */
export const TimeCheck = z.object({
  _id: Id,
  classId: Id,
  runId: Id,
  className: z.string(),
  /** The time of the session in words. */
  time: z.string(),
  message: z.string(),
})
export type TimeCheck = z.infer<typeof TimeCheck>

export const ServerStatus = z.object({
  read_at: Timestamp,
  queues: z.array(JobQueue),
  failed_jobs: z.array(FailedJob),
  mail: z.object({
    /** True if e-mails go to a mail server; otherwise they become files. */
    has_server: z.boolean(),
    waiting: z.int(),
    /** Of the last hours only. */
    sent_at: Timestamp.nullable(),
  }),
  cards: z.object({
    provider: z.enum(['stripe', 'sandbox']),
    responds: z.boolean(),
    /** The newest event that the provider has sent. */
    event_at: Timestamp.nullable(),
  }),
  /** The disk of the data folder, in bytes. */
  disk: z.object({ free: z.int(), total: z.int() }),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    /** Bytes. */
    size: z.int(),
    /** Milliseconds of one query. */
    response: z.number(),
    /** All connections to the server, and its limit. */
    connections: z.object({ open: z.int(), max: z.int() }),
  }),
  /** The last complete backup by `npm run backup`. */
  backup_at: Timestamp.nullable(),
  /** The rules of time zones. */
  zones: z.object({
    /** Of the IANA database: `2026f` */
    version: z.string(),
    /** The day on which they were last looked up for the server. Null where it uses those inside Node. */
    updated_on: z.string().nullable(),
    /** Clock times of the next sessions: a browser with other rules finds another time. */
    clocks: z.array(z.object({ time_zone: z.string(), at: Timestamp, clock: ClockTime })),
  }),
  time_checks: z.array(TimeCheck),
})
export type ServerStatus = z.infer<typeof ServerStatus>

export const statusEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getStatus: endpoint({
    method: 'GET',
    path: '/status',
    summary: 'Returns the state of jobs, e-mail, card provider, disk, database and backups.',
    access: 'admin',
    response: ServerStatus,
    rateLimit: { max: 60, minutes: 1 },
  }),
  dismissTimeCheck: endpoint({
    method: 'DELETE',
    path: '/status/time-check/{id}',
    summary: 'Removes the check of a session whose time has been checked.',
    access: 'admin',
    params: ById,
    response: Deleted,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/status/job/{id}/retry',
    summary: 'Runs a job again that has failed for the last time.',
    access: 'admin',
    params: ById,
    response: Modified,
    rateLimit: { max: 60, minutes: 1 },
  }),
}))
