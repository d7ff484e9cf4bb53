import { bigint, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'

const time = () => bigint({ mode: 'number' })

/** A job that was queued when the backup was taken. */
export interface WaitingJob {
  name: string
  data: object
  /** ISO 8601. */
  startAfter: string
}

/**
 * Each time that this database was filled from an archive. Until it is activated, the server sends nothing and runs no job, because the
 * original may still be running.
 */
export const restores = pgTable('restores', {
  id: uuid().primaryKey().defaultRandom(),
  /** Time at which the archive was made. */
  takenAt: time().notNull(),
  restoredAt: time().notNull(),
  activatedAt: time(),
  /** Jobs to queue at the activation. */
  jobs: jsonb().$type<WaitingJob[]>().notNull(),
})

/** Complete backups. */
export const backups = pgTable('backups', {
  id: uuid().primaryKey().defaultRandom(),
  /** The moment of the database that it has. */
  takenAt: time().notNull(),
})
