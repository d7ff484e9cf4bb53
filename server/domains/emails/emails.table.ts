import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'

/** The words of e-mails that the school has changed. A row without words was reset: the default applies. */
export const emailTemplates = pgTable(
  'email_templates',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The key of the e-mail's definition. */
    key: text().notNull().unique(),
    subject: text(),
    /** Markdown with variables. */
    text: text(),
    /** Grows with every update of the row, by a trigger. `If-Match` is compared with it; e-mails without a row have version 0. */
    version: integer().notNull().default(1),
  },
  (t) => [check('email_templates_words', sql`(${t.subject} is null) = (${t.text} is null)`)],
)

export const EMAIL_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'email_templates',
    meaning: 'The words of e-mails that the school has changed. Rows without words have those of the application.',
    columns: {
      id: Column.id,
      key: Column.text('the e-mail'),
      subject: Column.text('subject with variables'),
      text: Column.text('text (Markdown) with variables'),
      version: Column.version,
    },
  },
]
