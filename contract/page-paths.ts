/** The addresses of the pages that admins write. No zod, so that every page may import it. */

/** Legal texts, which every school needs. An admin marks each as reviewed. */
export const LEGAL_SLUGS: readonly string[] = ['terms', 'privacy', 'refunds']

/** Pages with an address of their own. They are always published, because other pages link to them. */
const FIXED_SLUGS: readonly string[] = [...LEGAL_SLUGS, 'contact']

/** Slugs that our own addresses use, or may use later. */
const RESERVED_SLUGS: readonly string[] = [...FIXED_SLUGS, 'all', 'new', 'preview']

export function isFixed(slug: string): boolean {
  return FIXED_SLUGS.includes(slug)
}

export function isReserved(slug: string): boolean {
  return RESERVED_SLUGS.includes(slug)
}

/** Returns the path of a page: `/terms` for one with an address of its own, else `/pages/about`. */
export function toPagePath(slug: string): string {
  return isFixed(slug) ? `/${slug}` : `/pages/${slug}`
}
