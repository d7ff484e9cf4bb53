/** Pages as visitors see them. */

import { and, eq, or } from 'drizzle-orm'
import { toPagePath } from '#contract/page-paths.ts'
import type { PageSection, ShownPage } from '#contract/pages.ts'
import type { PageLinks, School } from '#contract/school.ts'
import { formatCount } from '#contract/values/count.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { toPhoneUrl } from '#contract/values/phone.ts'
import * as Images from '#server/domains/images/images.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import { orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { byLetters } from '#server/platform/database/lists.ts'
import { renderSections, toPlainText } from '#server/platform/markdown.ts'
import { shorten } from '#server/platform/shorten.ts'
import type { Context } from '#server/ports/context.ts'
import { pages } from './pages.table.ts'

type Ctx = Pick<Context, 'db' | 'school'>

/** Values of merge fields: the settings, and the free days of the default terms. */
type Settings = Pick<Ctx, 'school'> & { cancelDays: number }

/** Search engines show about this many characters of a description. */
const DESCRIPTION_LENGTH = 155

/** Returns a published page. @throws AppError NOT_FOUND */
export async function readShown(ctx: Ctx, slug: string): Promise<ShownPage> {
  const isShown = and(eq(pages.slug, slug), eq(pages.published, true))
  const [row] = await ctx.db.select().from(pages).where(isShown)
  const { title, summary, text } = orNotFound(row)
  const filled = fillIn(text, await readSettings(ctx))
  const description = summary || shorten(toPlainText(filled), DESCRIPTION_LENGTH)
  return { slug, title, summary, description, sections: await render(ctx, filled) }
}

/** Returns the text of a page as HTML. */
export async function renderText(ctx: Ctx, text: string): Promise<PageSection[]> {
  return render(ctx, fillIn(text, await readSettings(ctx)))
}

async function render({ db }: Ctx, filled: string): Promise<PageSection[]> {
  return renderSections(filled, await Images.readCreditLines(db, filled))
}

async function readSettings({ db, school }: Ctx): Promise<Settings> {
  return { school, cancelDays: (await Terms.readCurrent(db, null)).freeDays ?? 0 }
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

const MERGE_FIELD = /\{([a-z_]+)\}/g

/** The headings, at which the parts of a text begin that may be left out. */
const BEFORE_HEADING = /^(?=#{1,6}[ \t])/m

/** Characters that can have a meaning in Markdown. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g

/**
 * Returns the Markdown with the settings of the school in the place of merge fields: `{email}` is its e-mail address. A line with fields that are all blank is left
 * out, and so is a heading without any other line below it. Other words in braces stay.
 */
export function fillIn(markdown: string, ctx: Settings): string {
  const values = listValues(ctx)
  return markdown
    .split(BEFORE_HEADING)
    .map((part) => fillPart(part, values))
    .join('')
}

function fillPart(part: string, values: Map<string, string>): string {
  const lines = part.split('\n')
  const left = lines.filter((line) => !isBlank(line, values))
  const [first = '', ...others] = left
  if (left.length < lines.length && first.startsWith('#') && others.every((line) => line.trim() === '')) return ''
  return left.join('\n').replace(MERGE_FIELD, (field, name) => values.get(name) ?? field)
}

/** Returns whether a line has merge fields, and all of them are blank. */
function isBlank(line: string, values: Map<string, string>): boolean {
  const own = [...line.matchAll(MERGE_FIELD)].flatMap(([, name = '']) => values.get(name) ?? [])
  return own.length > 0 && own.every((value) => value === '')
}

/** Returns the merge fields with their values as Markdown. */
function listValues({ school: { current }, cancelDays }: Settings): Map<string, string> {
  const { name, address, email, phone } = current
  return new Map([
    ['name', escapeMarkdown(name)],
    ['address', escapeMarkdown(address)],
    ['name_and_address', escapeMarkdown(joinParts([name, address]))],
    ['email', `[${escapeMarkdown(email)}](<mailto:${email}>)`],
    ['phone', phone && `[${escapeMarkdown(phone)}](${toPhoneUrl(phone)})`],
    ['opening_hours', escapeMarkdown(current.opening_hours)],
    ['networks', listNetworks(current)],
    ['cancel_days', formatCount(cancelDays, 'day')],
    ['cancellation_terms', escapeMarkdown(current.cancellation_terms)],
  ])
}

function escapeMarkdown(text: string): string {
  return text.replace(PUNCTUATION, '\\$&')
}

function listNetworks({ social, professional, photos }: School): string {
  const networks = [
    ['Social network', social],
    ['Professional network', professional],
    ['Photo sharing', photos],
  ]
  const items = networks.map(([label, url]) => url && `- [${label}](<${new URL(url).href}>)`)
  return joinParts(items, '\n')
}
