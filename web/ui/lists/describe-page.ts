import type { ReadPage } from './paged-query.ts'

/**
 * Returns `1 to 25 of 56`, and nothing for a complete list, whose number stands beside its title. Of a search in `things`:
 * `Users found: 1 to 25 of 56`.
 */
export function describePage({ rows, total, first }: ReadPage<unknown>, things: string, isNarrowed: boolean): string {
  const range = rows.length < total ? `${first + 1} to ${first + rows.length} of ${total}` : `${total}`
  if (isNarrowed) return `${things.charAt(0).toUpperCase()}${things.slice(1)} found: ${range}`
  return rows.length < total ? range : ''
}
