/** What pages may be, beside the shape of their fields. */
import { isFixed, isReserved, LEGAL_SLUGS } from '#contract/page-paths.ts'
import type { PageChange } from '#contract/pages.ts'
import { MAX_MENU_PAGES, MAX_PAGES } from '#contract/values/limits.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { pages } from './pages.table.ts'

type PageRow = typeof pages.$inferSelect

const RESERVED = 'This address is reserved. Choose another one.'
const MENU_FULL = `The menu has room for ${MAX_MENU_PAGES} pages. Take another one out first.`
const NOT_LEGAL = `reviewed: only ${LEGAL_SLUGS.join(', ')} are reviewed`

/**
 * Throws unless `values` may be written.
 * @param all every page, locked
 * @param row the page that is changed; null for a new one
 * @throws AppError SLUG_TAKEN, LIMIT_REACHED, PAGE_REQUIRED, INVALID_INPUT
 */
export function requireAllowed(all: PageRow[], row: PageRow | null, values: PageChange): void {
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
export function requireRemovable({ slug }: PageRow): void {
  if (isFixed(slug)) throw new AppError('PAGE_REQUIRED')
}
