import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { runs } from './runs.table.ts'

/** Starts of the sessions of each run, in its time zone. Triggers keep the rows current (migration class_search). */
export const runTimes = pgTable(
  'run_times',
  {
    runId: uuid()
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** Months since January of the year 0. */
    months: integer().array().notNull(),
    /** A bit for each weekday: 1 for Sunday, 2 for Monday, 4 for Tuesday and so on. */
    weekdays: integer().notNull(),
  },
  (t) => [index('run_times_months').using('gin', t.months)],
)
