/** Newsletters that visitors can read on the site: sent ones that an admin has put there. They have no data of recipients. */
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { ArchivedMailing, ShownMailing } from '#contract/mailings.ts'
import { must, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { renderEmailMarkdown, toPlainText } from '#server/platform/markdown.ts'
import { shorten } from '#server/platform/shorten.ts'
import { mailings } from './mailings.table.ts'

/** Search engines show about this many characters of a description. */
const DESCRIPTION_LENGTH = 155

const isShown = and(eq(mailings.audience, 'subscribers'), isNotNull(mailings.sent_at), eq(mailings.in_archive, true))

/** Returns the newsletters of the archive, newest first. */
export async function list(db: Database): Promise<ArchivedMailing[]> {
  const { slug, subject, sent_at } = mailings
  const rows = await db
    .select({ slug, subject, sent_at })
    .from(mailings)
    .where(isShown)
    .orderBy(desc(sent_at), mailings.id)
  return rows.map((row) => ({ slug: must(row.slug), subject: row.subject, sent_at: must(row.sent_at) }))
}

/** Returns whether visitors can read a newsletter. */
export async function hasAny(db: Database): Promise<boolean> {
  return (await db.select({ id: mailings.id }).from(mailings).where(isShown).limit(1)).length > 0
}

/** Returns a newsletter of the archive. @throws AppError NOT_FOUND */
export async function read(db: Database, slug: string): Promise<ShownMailing> {
  const [row] = await db
    .select()
    .from(mailings)
    .where(and(isShown, eq(mailings.slug, slug)))
  const { subject, text, sent_at } = orNotFound(row)
  const description = shorten(toPlainText(text), DESCRIPTION_LENGTH)
  return { slug, subject, sent_at: must(sent_at), description, html: renderEmailMarkdown(text) }
}
