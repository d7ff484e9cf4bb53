import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { IMPORT_STATUSES, type ImportMatch, ROW_OUTCOMES } from '../../../contract/import.ts'
import { users } from '../users/users.table.ts'

const time = () => bigint({ mode: 'number' })

/** Files to import. They are removed a day after the last use. */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey().defaultRandom(),
    fileName: text().notNull(),
    /** `uploading` until all rows are stored. A server that stops during the upload leaves it so. */
    status: text({ enum: ['uploading', ...IMPORT_STATUSES] })
      .notNull()
      .default('uploading'),
    headers: jsonb().$type<string[]>().notNull(),
    rows: integer().notNull().default(0),
    match: jsonb().$type<ImportMatch>(),
    /** The rows that are checked, and the number of the last one in the file. */
    checked: integer().notNull().default(0),
    checkedTo: integer().notNull().default(0),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: time().notNull(),
    /** The last upload, match or check. */
    updatedAt: time().notNull(),
    appliedAt: time(),
    /** Counts the matches. `If-Match` is compared with it. */
    version: integer().notNull().default(1),
  },
  (t) => [index('imports_newest').on(t.createdAt.desc(), t.id)],
)

export type ImportRecord = typeof imports.$inferSelect

/** The rows of these files. The school's own tables have none of them before the import is applied. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** The number in the file; the header is row 1. */
    row: integer().notNull(),
    cells: jsonb().$type<string[]>().notNull(),
    outcome: text({ enum: ROW_OUTCOMES }),
    problem: text(),
    /** The same for rows of the same record. */
    key: text(),
    /** The checked values, whose shape depends on the kind. */
    data: jsonb(),
    /** The run that an enrolment is for. */
    runId: uuid(),
    /** The id of the user, run or enrolment that the row becomes. */
    recordId: uuid().notNull().defaultRandom(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.row] }),
    index('import_rows_outcome').on(t.importId, t.outcome, t.row),
    index('import_rows_key').on(t.importId, t.key).where(sql`${t.key} is not null`),
    index('import_rows_run').on(t.importId, t.runId).where(sql`${t.runId} is not null`),
  ],
)

/**
 * Time at which a row's record is created: that of the transaction, a millisecond earlier for each row before it. Lists, which have the newest
 * first, then keep the order of the file.
 */
export const importedAt = sql<number>`((extract(epoch from now()) * 1000)::bigint - ${importRows.row})`
