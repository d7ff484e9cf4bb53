import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

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
