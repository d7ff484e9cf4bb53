/** Newsletters that visitors can read on the site: sent ones that an admin has put there. They have no data of recipients. */
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { ArchivedMailing, ShownMailing } from '#contract/newsletter.ts'
import * as Images from '#server/domains/images/images.ts'
import { must, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { renderEmailPage, toPlainText } from '#server/platform/markdown.ts'
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

/** Returns the link to the archive, for the footer; none while it is empty. */
export async function listLinks(db: Database): Promise<[path: string, title: string][]> {
  const [first] = await db.select({ id: mailings.id }).from(mailings).where(isShown).limit(1)
  return first ? [['/newsletter', 'Newsletter']] : []
}

/** Returns the paths of the archive, and when each newsletter was sent. None while it is empty. */
export async function listPaths(db: Database): Promise<{ path: string; changedAt: number }[]> {
  const all = (await list(db)).map(({ slug, sent_at }) => ({ path: `/newsletter/${slug}`, changedAt: sent_at }))
  return all[0] ? [{ path: '/newsletter', changedAt: all[0].changedAt }, ...all] : []
}

/** Returns a newsletter of the archive. @throws AppError NOT_FOUND */
export async function read(db: Database, slug: string): Promise<ShownMailing> {
  const [row] = await db
    .select()
    .from(mailings)
    .where(and(isShown, eq(mailings.slug, slug)))
  const { subject, text, sent_at } = orNotFound(row)
  const description = shorten(toPlainText(text), DESCRIPTION_LENGTH)
  return {
    slug,
    subject,
    sent_at: must(sent_at),
    description,
    html: renderEmailPage(text, await Images.readCreditLines(db, text)),
  }
}
