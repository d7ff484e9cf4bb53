/** The words that the school has changed, for the e-mails that are about to be sent. */
import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { EmailWords } from '#server/platform/mail/email-template.ts'
import { emailTemplates } from './emails.table.ts'

/** Returns the changed words by key. Each e-mail reads them from the database, so that every instance uses the newest. */
export async function readWords(db: Database, keys: string[]): Promise<Map<string, EmailWords>> {
  const rows = await db
    .select()
    .from(emailTemplates)
    .where(and(inArray(emailTemplates.key, keys), isNotNull(emailTemplates.subject)))
  return new Map(rows.map(({ key, subject, text }) => [key, { subject: subject ?? '', text: text ?? '' }]))
}
