/** Addresses of searches. */
import type { ClassFilters } from '#contract/class-search.ts'
import type { SearchKey } from '#contract/search-keys.ts'

export type SearchParams = Partial<Record<SearchKey, string>>

/** Returns the parameters that a search has understood, an instructor by the id. */
export function toParams({ applied, instructor }: Pick<ClassFilters, 'applied' | 'instructor'>): SearchParams {
  const entries = Object.entries(applied).map(([key, value]) => [key, `${value}`])
  return { ...Object.fromEntries(entries), ...(instructor?._id && { instructor: instructor._id }) }
}

/** Returns the path of a search: `/classes?q=night`. Empty parameters are left out, and so is the first page. */
export function toSearchPath(params: Iterable<[string, unknown]>): string {
  const filled = [...params].filter(
    ([key, value]) => value !== '' && value !== undefined && !(key === 'page' && value === '1'),
  )
  const query = new URLSearchParams(filled.map(([key, value]) => [key, String(value)]))
  return filled.length > 0 ? `/classes?${query}` : '/classes'
}
