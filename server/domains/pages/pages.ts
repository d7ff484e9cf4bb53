/** The verbs of admins on pages. Each write locks all pages, because addresses and places in the menu are rules over all of them. */
import { eq } from 'drizzle-orm'
import type { Action, FieldChange } from '#contract/activity.ts'
import type { CallOptions } from '#contract/call.ts'
import { isFixed, isReserved, LEGAL_SLUGS } from '#contract/page-paths.ts'
import type { ManagedPage, NewPage, PageChange } from '#contract/pages.ts'
import { MAX_MENU_PAGES, MAX_PAGES } from '#contract/values/limits.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges, listChanges } from '#server/domains/activity/field-changes.ts'
import { AppError, must, orNotFound, parseId, requireVersion } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockTable } from '#server/platform/database/lock-table.ts'
import { changesCatalogue, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { toStoredText } from './page-images.ts'
import { pages } from './pages.table.ts'
import * as Versions from './versions.ts'

export type PageRow = typeof pages.$inferSelect

const ORDER = [pages.position, pages.title, pages.id]

/** Returns all pages in their order. */
export async function list(db: Database): Promise<ManagedPage[]> {
  return (
    await db
      .select()
      .from(pages)
      .orderBy(...ORDER)
  ).map(toPage)
}

/** Returns a page. @throws AppError NOT_FOUND */
export async function get(db: Database, id: string): Promise<ManagedPage> {
  const [row] = await db
    .select()
    .from(pages)
    .where(eq(pages.id, parseId(id)))
  return toPage(orNotFound(row))
}

/** Adds a page, and returns its id. @throws AppError SLUG_TAKEN, LIMIT_REACHED, INVALID_INPUT for an image */
export async function add(ctx: Context, { text, ...fields }: NewPage): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    requireAllowed(await lockAll(tx), null, fields)
    const values = { ...fields, text: toStoredText(text, ctx.publicUrl), changed_at: Date.now() }
    const [created] = await tx.insert(pages).values(values).returning()
    await Versions.store(tx, ctx.actor, must(created))
    await record(tx, ctx.actor, 'page_added', must(created))
    return must(created).id
  })
}

/**
 * Changes a page. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE, SLUG_TAKEN, PAGE_REQUIRED, LIMIT_REACHED, INVALID_INPUT
 */
export async function change(
  ctx: Context,
  id: string,
  { text, ...fields }: PageChange,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  const input = text === undefined ? fields : { ...fields, text: toStoredText(text, ctx.publicUrl) }
  return inTransaction(ctx, async (tx) => write(ctx, tx, id, input, ifMatch))
}

/**
 * Makes an earlier version of the words the current one. Returns 0 where they are the same.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE
 */
export async function restore(
  ctx: Context,
  id: string,
  version: number,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { title, summary, text } = await Versions.read(tx, id, version)
    return write(ctx, tx, id, { title, summary, text }, ifMatch)
  })
}

async function write(
  { actor }: Context,
  tx: Transaction,
  id: string,
  input: PageChange,
  ifMatch: number | undefined,
): Promise<number> {
  const all = await lockAll(tx)
  const row = orNotFound(all.find((page) => page.id === id))
  requireVersion(row, ifMatch)
  const values = filterChanges(row, input)
  requireAllowed(all, row, values)
  if (Object.keys(values).length === 0) return 0
  const hasNewWords = 'title' in values || 'summary' in values || 'text' in values
  // The mark was set on other words.
  if (hasNewWords && input.reviewed === undefined) values.reviewed = false
  if (hasNewWords) values.changed_at = Date.now()
  const [changed] = await tx.update(pages).set(values).where(eq(pages.id, row.id)).returning()
  if (hasNewWords) await Versions.store(tx, actor, must(changed))
  await record(tx, actor, 'page_changed', row, must(changed))
  return 1
}

/** Deletes a page with its versions. Returns 1. @throws AppError NOT_FOUND, PAGE_REQUIRED */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = orNotFound((await lockAll(tx)).find((page) => page.id === id))
    requireRemovable(row)
    await tx.delete(pages).where(eq(pages.id, row.id))
    await record(tx, ctx.actor, 'page_deleted', row)
    return 1
  })
}

async function lockAll(tx: Transaction): Promise<PageRow[]> {
  await lockTable(tx, pages)
  return tx.select().from(pages)
}

/** The text is logged as changed only, because its versions have it. */
const LABELS = {
  slug: 'Slug',
  title: 'Title',
  summary: 'Summary',
  published: 'Published',
  in_menu: 'In the menu',
  in_footer: 'In the footer',
  position: 'Position',
  reviewed: 'Reviewed',
}

async function record(
  tx: Transaction,
  actor: Actor,
  action: Action,
  row: PageRow,
  changed: PageRow = row,
): Promise<void> {
  const changes: FieldChange[] = listChanges(row, filterChanges(row, changed), LABELS)
  const message = changed.text === row.text ? {} : { message: 'Changed: Text' }
  await Activity.record(tx, actor, { action, subject: row.title, subjectId: row.id, changes, ...message })
  changesCatalogue(tx)
}

function toPage({ id, reviewed, ...fields }: PageRow): ManagedPage {
  return { _id: id, ...fields, reviewed: LEGAL_SLUGS.includes(fields.slug) ? reviewed : null }
}

const RESERVED = 'This address is reserved. Choose another one.'
const MENU_FULL = `The menu has room for ${MAX_MENU_PAGES} pages. Take another one out first.`
const NOT_LEGAL = `reviewed: only ${LEGAL_SLUGS.join(', ')} are reviewed`

/**
 * Throws unless `values` may be written.
 * @param all every page, locked
 * @param row the page that is changed; null for a new one
 * @throws AppError SLUG_TAKEN, LIMIT_REACHED, PAGE_REQUIRED, INVALID_INPUT
 */
function requireAllowed(all: PageRow[], row: PageRow | null, values: PageChange): void {
  const { slug, published, reviewed } = values
  if (!row && all.length >= MAX_PAGES) throw new AppError('LIMIT_REACHED')
  if (reviewed && row && !LEGAL_SLUGS.includes(row.slug)) throw new AppError('INVALID_INPUT', NOT_LEGAL)
  if (row && isFixed(row.slug) && (slug !== undefined || published === false)) throw new AppError('PAGE_REQUIRED')
  if (slug !== undefined && isReserved(slug)) throw new AppError('SLUG_TAKEN', RESERVED)
  if (all.some((page) => page.id !== row?.id && page.slug === slug)) throw new AppError('SLUG_TAKEN')
  const others = all.filter((page) => page.in_menu && page.id !== row?.id)
  if (values.in_menu && others.length >= MAX_MENU_PAGES) throw new AppError('LIMIT_REACHED', MENU_FULL)
}

/** @throws AppError PAGE_REQUIRED for a page that our own links lead to */
function requireRemovable({ slug }: PageRow): void {
  if (isFixed(slug)) throw new AppError('PAGE_REQUIRED')
}
