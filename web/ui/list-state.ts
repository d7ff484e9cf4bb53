/** What of a list is shown, kept in the address: the words, the order and the page; so that going back and sharing work. */
import { useSearchParams } from 'react-router'
import type { ListQuery } from '#contract/pages.ts'

export type Order = 'asc' | 'desc'

export interface Sorting<Key extends string = string> {
  /** Undefined: newest first. */
  sort: Key | undefined
  order: Order
  /** Without a key, newest first. */
  sortBy: (sort?: Key, order?: Order) => void
}

export interface ListState<Key extends string = string> extends Sorting<Key> {
  /** For a `paged` call. */
  query: ListQuery<Key> & { page: number }
  /** What the reader looks for; empty for everything. */
  words: string
  search: (words: string) => void
  /** A further parameter of the address, that narrows the list; null where it does not. */
  filter: (name: string) => string | null
  /** Sets a filter, or with null lifts it. */
  filterBy: (name: string, value: string | null) => void
  /** Whether words or filters leave rows out. */
  narrowed: boolean
  showAll: () => void
  /** The address of another page of the same. */
  addressOf: (page: number) => string
}

const OF_ORDER = ['sort', 'order', 'page']

/** The state of the list that stands on the page, which can be sorted by what its columns say. */
export function useListState<Key extends string>(columns: readonly { sort?: Key }[]): ListState<Key> {
  const [params, setParams] = useSearchParams()
  const words = params.get('q')?.trim() ?? ''
  const sort = columns.find((column) => column.sort !== undefined && column.sort === params.get('sort'))?.sort
  const order = params.get('order') === 'desc' ? 'desc' : 'asc'
  const page = pageOf(params.get('page'))
  const change = (said: Record<string, string | null | undefined>) =>
    setParams((before) => changed(before, { page: null, ...said }), { preventScrollReset: true })
  return {
    query: { q: words || undefined, sort, order: sort && order, page },
    words,
    search: (next) => change({ q: next }),
    sort,
    order,
    sortBy: (key, direction = 'asc') => change({ sort: key, order: key && direction }),
    filter: (name) => params.get(name),
    filterBy: (name, value) => change({ [name]: value }),
    narrowed: [...params.keys()].some((name) => !OF_ORDER.includes(name)),
    showAll: () => setParams((before) => keepOnly(before, ['sort', 'order']), { preventScrollReset: true }),
    addressOf: (next) => `?${changed(params, { page: next === 1 ? null : `${next}` })}`,
  }
}

function pageOf(said: string | null): number {
  const page = Number(said ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

/** The parameters with some set, and those without a value taken out. */
function changed(params: URLSearchParams, said: Record<string, string | null | undefined>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(said)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

function keepOnly(params: URLSearchParams, names: string[]): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => names.includes(name)))
}
