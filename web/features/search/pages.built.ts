/** The pages that the search of admins finds, from the handles of the routes in their order. */
import type { SearchEntry } from '../../page-handle.ts'
import { readPages } from '../../read-pages.ts'

export interface FoundPage extends SearchEntry {
  to: string
}

export const SEARCHED_PAGES: FoundPage[] = readPages().flatMap(({ path, handle: { search = [] } }) =>
  search.map((entry) => ({ to: path, ...entry })),
)
