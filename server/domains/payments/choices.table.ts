import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { CANCELLATION_CHOICES } from '../../../contract/choices.ts'
import * as Column from '../../platform/exported-tables.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { users } from '../users/users.table.ts'
import { payments } from './payments.table.ts'

const time = () => bigint({ mode: 'number' })

/** A buyer's choice for a seat whose date the school has canceled or whose class it has withdrawn. The enrolment has ended. */
export const cancellationChoices = pgTable(
  'cancellation_choices',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The payment that has bought the seat. */
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** Its buyer. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The date that does not take place. */
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    reason: text({ enum: ['withdrawn', 'run_canceled'] }).notNull(),
    /** The rest of the payments of the seat. */
    leftMinor: bigint({ mode: 'number' }).notNull(),
    /** The last moment to choose. */
    until: time().notNull(),
    createdAt: time().notNull(),
    /** Time at which the buyer was reminded; null where not. */
    remindedAt: time(),
    /** Null until it is made, or until the money went back without an answer. */
    choice: text({ enum: CANCELLATION_CHOICES }),
    chosenAt: time(),
    /** Null where the time ended without an answer. */
    chosenBy: uuid().references(() => users.id),
    /** The other date. */
    toRunId: uuid().references(() => runs.id),
  },
  (t) => [
    unique('cancellation_choices_once').on(t.paymentId, t.runId),
    index('cancellation_choices_open').on(t.until).where(sql`${t.choice} is null`),
    index('cancellation_choices_of_run').on(t.runId, t.userId),
    index('cancellation_choices_newest').on(t.createdAt.desc(), t.id),
    check('cancellation_choices_made', sql`(${t.choice} is null) = (${t.chosenAt} is null)`),
    check('cancellation_choices_date', sql`(${t.toRunId} is not null) = (coalesce(${t.choice}, '') = 'date')`),
  ],
)

export const CHOICE_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'cancellation_choices',
    meaning: 'What buyers may choose, or have chosen, for dates and classes that the school canceled.',
    columns: {
      id: Column.id,
      payment_id: Column.reference('payments'),
      user_id: Column.reference('users'),
      run_id: Column.reference('runs'),
      reason: Column.text('withdrawn for the class, run_canceled for the date'),
      left_minor: Column.minor('what was left of the payments'),
      until: Column.time('the last moment to choose'),
      created_at: Column.createdAt,
      reminded_at: Column.time('when the buyer was reminded'),
      choice: Column.text('date, credit or money; empty while the buyer may choose'),
      chosen_at: Column.time('when it was made, or the time ended'),
      chosen_by: Column.text('id in users.csv; empty where there was no answer'),
      to_run_id: Column.text('id in runs.csv of the other date'),
    },
  },
]
