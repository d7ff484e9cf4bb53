import { and, eq, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ENROLMENT_END_REASONS, ENROLMENT_SOURCES, NEWS_FREQUENCIES } from '../../../contract/enrolments.ts'
import type { Database } from '../../platform/database/database.ts'
import * as Column from '../../platform/exported-tables.ts'
import { classes } from '../classes/classes.table.ts'
import { isCurrent, runs } from '../classes/runs/runs.table.ts'
import { payments } from '../payments/payments.table.ts'
import { users } from '../users/users.table.ts'

/**
 * A student's enrolment in a run. The payment is the one that bought it; an admin grants or imports an enrolment without one, and
 * states the reason. A row stays when the enrolment ends: a trigger refuses to delete it.
 */
export const enrolments = pgTable(
  'enrolments',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    /** 1 is the place of the student; the others are further seats that they have bought in the run. */
    seat: integer().notNull().default(1),
    /** The name of a person without an account who takes part, such as a child of the student; null for the student. */
    guestName: text(),
    /** The number of the link with which another person claims the seat. A withdrawn link gives way to the next. */
    linkNumber: integer().notNull().default(1),
    source: text({ enum: ENROLMENT_SOURCES }).notNull().default('payment'),
    paymentId: uuid()
      .unique()
      .references(() => payments.id),
    /** The admin who granted or imported it, and why. */
    grantedBy: uuid().references(() => users.id),
    reason: text(),
    /** The list price of the run when the student obtained the place. A trigger adds it where an earlier release inserts a row. */
    listPriceMinor: bigint({ mode: 'number' }).notNull(),
    /** The earliest start of all runs that the student has moved from and to; null before a move. It limits a cancellation. */
    startLimit: bigint({ mode: 'number' }),
    /** Time at which the school last moved the date, and the latest start of it before; null where it has not. */
    schoolMovedAt: bigint({ mode: 'number' }),
    startFloor: bigint({ mode: 'number' }),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /**
     * Time at which the student offered the seat for sale again; null where they keep it. A trigger makes it null where the enrolment ends or moves, and
     * takes it off `returns` of the run.
     */
    returnsSince: bigint({ mode: 'number' }),
    /** Time, reason and actor of its end. Null while it is active; no actor where it ended automatically. */
    endedAt: bigint({ mode: 'number' }),
    endReason: text({ enum: ENROLMENT_END_REASONS }),
    endedBy: uuid().references(() => users.id),
    /** True once the instructor was notified of it, and of its end. */
    isTold: boolean().notNull().default(false),
    isEndTold: boolean().notNull().default(false),
  },
  (t) => [
    index('enrolments_untold')
      .on(t.classId)
      .where(sql`not ${t.isTold} or (${t.endedAt} is not null and not ${t.isEndTold})`),
    uniqueIndex('enrolments_active').on(t.userId, t.runId, t.seat).where(sql`${t.endedAt} is null`),
    index('enrolments_of_run').on(t.runId),
    index('enrolments_for_sale').on(t.runId, t.returnsSince, t.id).where(sql`${t.returnsSince} is not null`),
    index('enrolments_granted_by').on(t.grantedBy).where(sql`${t.grantedBy} is not null`),
    index('enrolments_ended').on(t.userId, t.classId).where(sql`${t.endedAt} is not null`),
    index('enrolments_ended_by').on(t.endedBy).where(sql`${t.endedBy} is not null`),
    check('enrolments_end', sql`(${t.endedAt} is null) = (${t.endReason} is null)`),
    check('enrolments_source', sql`(${t.source} = 'payment') = (${t.paymentId} is not null)`),
    index('enrolments_of_class').on(t.classId, t.createdAt.desc(), t.id),
  ],
)

/** Frequency of notices to an instructor about enrolments, each morning without a row. */
export const enrolmentNews = pgTable('enrolment_news', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  frequency: text({ enum: NEWS_FREQUENCIES }).notNull(),
})

/** The name of who takes part. Joined with the user. */
export const participant = sql<string>`coalesce(${enrolments.guestName}, ${users.name})`

/** The name of the user who has booked for a person without an account; null for their own place. Joined with the user. */
export const bookedBy = sql<string | null>`case when ${enrolments.guestName} is not null then ${users.name} end`

/** Matches enrolments that have not ended. Every reader that is about who takes part uses it. */
export const isActive = isNull(enrolments.endedAt)

/** Matches the first of the active seats that a student has in a run: readers that are about people, not about seats, use it. */
export const isFirstSeat = sql<boolean>`not exists (select 1 from enrolments lower where lower.user_id = ${enrolments.userId}
  and lower.run_id = ${enrolments.runId} and lower.ended_at is null and lower.seat < ${enrolments.seat})`

/** True for enrolments whose seats are for sale again. */
export const isReturning = sql<boolean>`(${enrolments.returnsSince} is not null)`

interface CurrentEnrolment {
  userId: string | SQLWrapper
  classId: string | SQLWrapper
  runId?: string | SQLWrapper
  /** Milliseconds since 1970; the current time by default. */
  now?: number | SQLWrapper
}

/**
 * Selects a student's active enrolment in a run of a class that is not over, or in a run of it whatever its state. The class is that of the run,
 * since an index of enrolments has student and run, and none has student and class.
 */
export function selectCurrentEnrolment(db: Database, { userId, classId, runId, now }: CurrentEnrolment) {
  const isInRun = runId === undefined ? undefined : eq(enrolments.runId, runId)
  return db
    .select({ id: enrolments.id, seat: enrolments.seat, guestName: enrolments.guestName })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .where(and(isActive, eq(enrolments.userId, userId), eq(runs.classId, classId), or(isCurrent(now), isInRun)))
}

/** The first time that the material of a class was read, for each payment and its buyer. It outlives a cancelled enrolment. */
export const materialReadings = pgTable(
  'material_readings',
  {
    paymentId: uuid()
      .primaryKey()
      .references(() => payments.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('material_readings_of_student').on(t.userId, t.classId)],
)

export const ENROLMENT_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'enrolments',
    meaning: 'Who takes part or took part: an enrolment that ended stays.',
    columns: {
      id: Column.id,
      user_id: Column.reference('users'),
      class_id: Column.reference('classes'),
      run_id: Column.reference('runs'),
      seat: Column.text('1 for the place of the student, higher for further seats that they have bought'),
      guest_name: Column.text('name of a person without an account who takes part'),
      link_number: Column.text('number of the link with which another person claims the seat'),
      source: Column.text('how the student came in, such as payment'),
      payment_id: Column.reference('payments'),
      granted_by: Column.text('id in users.csv of the person who enrolled a student without payment'),
      reason: Column.text('why without payment'),
      list_price_minor: Column.minor('list price when the student obtained the place'),
      start_limit: Column.time('the earliest start of the dates that the student moved from and to'),
      school_moved_at: Column.time('when the school last moved the date'),
      start_floor: Column.time('the latest start of the date before the school moved it'),
      created_at: Column.createdAt,
      returns_since: Column.time('when the student offered the seat for sale again'),
      ended_at: Column.time('the end of the enrolment'),
      end_reason: Column.text('why it ended, such as cancelled'),
      ended_by: Column.text('id in users.csv of the person who ended it'),
      is_told: Column.flag('the instructor was notified of it'),
      is_end_told: Column.flag('the instructor was notified of its end'),
    },
  },
  {
    table: 'enrolment_news',
    meaning: 'How often instructors are notified of enrolments, where they have chosen.',
    columns: {
      user_id: Column.reference('users'),
      frequency: Column.text('at_once, daily or never'),
    },
  },
  {
    table: 'material_readings',
    meaning: 'Who has read material before a cancellation.',
    columns: {
      payment_id: Column.reference('payments'),
      user_id: Column.reference('users'),
      class_id: Column.reference('classes'),
      created_at: Column.createdAt,
    },
  },
]
