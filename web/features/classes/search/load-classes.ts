import type { Call } from '#contract/call.ts'
import type { ClassSearch } from '#contract/class-search.ts'
import { SEARCH_KEYS } from '#contract/search-keys.ts'
import { api } from '#web/api.ts'
import { toCardClasses } from '#web/features/classes/card/card-class.ts'

/** Reads the page of a search at a URL, with the filters. The server ignores parameters without a meaning. */
export async function loadClasses(call: Call, url: string) {
  const { searchParams } = new URL(url)
  const sent = SEARCH_KEYS.flatMap((key) => {
    const value = searchParams.get(key)
    return value && key !== 'page' ? [[key, value]] : []
  })
  const query = Object.fromEntries(sent) as ClassSearch
  const page = readPage(searchParams.get('page'))
  const [{ rows, total }, filters] = await Promise.all([
    call.page(api.listApprovedClasses, { query: { ...query, page } }),
    call(api.listClassFilters, { query }),
  ])
  return { classes: toCardClasses(rows), total, page, filters }
}

function readPage(text: string | null): number {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1
}
