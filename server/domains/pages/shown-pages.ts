/** Pages as visitors see them. */
import { and, eq, or } from 'drizzle-orm'
import { toPagePath } from '#contract/page-paths.ts'
import type { PageSection, ShownPage } from '#contract/pages.ts'
import type { PageLinks } from '#contract/school.ts'
import { orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { byLetters } from '#server/platform/database/lists.ts'
import { renderSections, toPlainText } from '#server/platform/markdown.ts'
import { shorten } from '#server/platform/shorten.ts'
import type { Context } from '#server/ports/context.ts'
import { fillIn } from './merge-fields.ts'
import { pages } from './pages.table.ts'

type Ctx = Pick<Context, 'db' | 'school' | 'cancelDays'>

/** Search engines show about this many characters of a description. */
const DESCRIPTION_LENGTH = 155

/** Returns a published page. @throws AppError NOT_FOUND */
export async function readShown(ctx: Ctx, slug: string): Promise<ShownPage> {
  const isShown = and(eq(pages.slug, slug), eq(pages.published, true))
  const [row] = await ctx.db.select().from(pages).where(isShown)
  const { title, summary, text } = orNotFound(row)
  const description = summary || shorten(toPlainText(fillIn(text, ctx)), DESCRIPTION_LENGTH)
  return { slug, title, summary, description, sections: renderText(ctx, text) }
}

/** Returns the text of a page as HTML. */
export function renderText(ctx: Omit<Ctx, 'db'>, text: string): PageSection[] {
  return renderSections(fillIn(text, ctx))
}

/** Returns the links to published pages in the menu and in the footer, in their order. */
export async function listLinks(db: Database): Promise<PageLinks> {
  const { slug, title, in_menu, in_footer } = pages
  const rows = await db
    .select({ slug, title, in_menu, in_footer })
    .from(pages)
    .where(and(eq(pages.published, true), or(in_menu, in_footer)))
    .orderBy(pages.position, byLetters(title), pages.id)
  const toLinks = (list: typeof rows) => list.map((row): [string, string] => [toPagePath(row.slug), row.title])
  return { menu: toLinks(rows.filter((row) => row.in_menu)), footer: toLinks(rows.filter((row) => row.in_footer)) }
}

/** Returns the paths of all published pages, and when their words changed last, in milliseconds since 1970. */
export async function listPaths(db: Database): Promise<{ path: string; changedAt: number }[]> {
  const rows = await db.select().from(pages).where(eq(pages.published, true)).orderBy(pages.position, pages.id)
  return rows.map(({ slug, changed_at }) => ({ path: toPagePath(slug), changedAt: changed_at }))
}
