/** The versions of the words of pages. Each is stored with the page that it belongs to, and is never changed. */
import { and, desc, eq, gt, notExists, notInArray, type SQL } from 'drizzle-orm'
import type { ListedPageVersion, PageVersion } from '#contract/pages.ts'
import { MAX_PAGE_VERSIONS } from '#contract/values/limits.ts'
import { users } from '#server/domains/users/users.table.ts'
import { orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { markImagesUsed } from './page-images.ts'
import { pageImages, type pages, pageVersions } from './pages.table.ts'
import { renderText } from './shown-pages.ts'

type PageRow = typeof pages.$inferSelect
type VersionRow = typeof pageVersions.$inferSelect

/** Stores the words of a page that was just written, and removes the oldest versions beyond the limit. @throws AppError INVALID_INPUT for an image */
export async function store(tx: Transaction, actor: Actor, page: PageRow): Promise<void> {
  const { id: page_id, version, title, summary, text, changed_at: created_at } = page
  const images = await markImagesUsed(tx, text)
  await tx.insert(pageVersions).values({ page_id, version, title, summary, text, created_at, author_id: actor.id })
  if (images.length) await tx.insert(pageImages).values(images.map((image) => ({ page_id, version, image })))
  await prune(tx, page)
}

/** The first version stays, because legal texts can go back to it, and so do the terms that users have agreed to. */
async function prune(tx: Transaction, { id, slug }: PageRow): Promise<void> {
  const isOfPage = eq(pageVersions.page_id, id)
  const newest = tx
    .select({ version: pageVersions.version })
    .from(pageVersions)
    .where(isOfPage)
    .orderBy(desc(pageVersions.version))
    .limit(MAX_PAGE_VERSIONS)
  const isOld = and(isOfPage, gt(pageVersions.version, 1), notInArray(pageVersions.version, newest))
  await tx.delete(pageVersions).where(and(isOld, slug === 'terms' ? hasNoConsent(tx) : undefined))
}

function hasNoConsent(tx: Transaction): SQL {
  return notExists(tx.select().from(users).where(eq(users.termsVersion, pageVersions.version)))
}

/** Returns the versions of a page, newest first. @throws AppError NOT_FOUND */
export async function list({ db }: Pick<Context, 'db'>, id: string): Promise<ListedPageVersion[]> {
  const rows = await selectWithAuthor(db)
    .where(eq(pageVersions.page_id, parseId(id)))
    .orderBy(desc(pageVersions.version))
  // A page has its first version from the beginning on.
  orNotFound(rows[0])
  return rows.map(toListed)
}

/** Returns a version as visitors would see it today. @throws AppError NOT_FOUND */
export async function get(ctx: Context, id: string, version: number): Promise<PageVersion> {
  const [first] = await selectWithAuthor(ctx.db).where(isVersion(id, version))
  const row = orNotFound(first)
  const { summary, text } = row.page_versions
  return { ...toListed(row), summary, text, sections: await renderText(ctx, text) }
}

/** Returns the words of a version. @throws AppError NOT_FOUND */
export async function read(db: Database, id: string, version: number): Promise<VersionRow> {
  const [row] = await db.select().from(pageVersions).where(isVersion(id, version))
  return orNotFound(row)
}

function isVersion(id: string, version: number): SQL | undefined {
  return and(eq(pageVersions.page_id, parseId(id)), eq(pageVersions.version, version))
}

function selectWithAuthor(db: Database) {
  return db.select().from(pageVersions).leftJoin(users, eq(users.id, pageVersions.author_id))
}

interface WithAuthor {
  page_versions: VersionRow
  users: { name: string } | null
}

function toListed({ page_versions: { version, title, created_at }, users: author }: WithAuthor): ListedPageVersion {
  return { version, title, author: author?.name ?? null, created_at }
}
