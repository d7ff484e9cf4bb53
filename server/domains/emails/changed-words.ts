/** The words that the school has changed, for the e-mails that are about to be sent. */
import { and, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import type { EmailWords } from '#server/platform/mail/email-template.ts'
import { emailTemplates } from './emails.table.ts'

const selectChanged = prepare<{ keys: string[] }>()((db, value) =>
  db
    .select()
    .from(emailTemplates)
    .where(and(sql`${emailTemplates.key} = any(${value('keys')})`, isNotNull(emailTemplates.subject))),
)

/** Returns the changed words by key. Each e-mail reads them from the database, so that every instance uses the newest. */
export async function readWords(db: Database, keys: string[]): Promise<Map<string, EmailWords>> {
  const rows = await selectChanged(db, { keys })
  return new Map(rows.map(({ key, subject, text }) => [key, { subject: subject ?? '', text: text ?? '' }]))
}
