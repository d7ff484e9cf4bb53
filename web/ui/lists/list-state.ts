/** The state of a list in the URL: search, order and page, so that Back and shared links work. */
import { useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { ListQuery } from '#contract/values/pagination.ts'

export type Order = 'asc' | 'desc'

export interface Sorting<Key extends string = string> {
  /** Undefined: newest first. */
  sort: Key | undefined
  order: Order
  /** Without a key, sorts newest first. */
  sortBy: (sort?: Key, order?: Order) => void
}

export interface ListState<Key extends string = string> extends Sorting<Key> {
  /** The query of a `paged` call. */
  query: ListQuery<Key> & { page: number }
  /** Empty if the user has not searched. */
  searchText: string
  search: (text: string) => void
  /** Returns another parameter that narrows the list, or null. */
  filter: (name: string) => string | null
  /** Sets a filter; null removes it. */
  filterBy: (name: string, value: string | null) => void
  /** True if the search or a filter hides rows. */
  isNarrowed: boolean
  /** The number of filters, and of an order, that the user has set. */
  settings: number
  showAll: () => void
  /** Returns the URL of another page of the same list. */
  buildPath: (page: number) => string
}

/** The parameters that hide no rows. */
const ORDER_PARAMETERS = ['sort', 'order', 'page']

/** The parameters that are no settings of their own. */
const SEARCH_PARAMETERS = ['q', 'order', 'page']

/** Returns the state of the page's list, which its columns can sort. */
export function useListState<Key extends string>(columns: readonly { sort?: Key }[]): ListState<Key> {
  const [params, setParams] = useSearchParams()
  const searchText = params.get('q')?.trim() ?? ''
  const sort = columns.find((column) => column.sort !== undefined && column.sort === params.get('sort'))?.sort
  const order = params.get('order') === 'desc' ? 'desc' : 'asc'
  const page = parsePage(params.get('page'))
  // The router gives the parameters of the last render: a second change that came before the next one would undo the first.
  const newest = useRef(params)
  useLayoutEffect(() => {
    newest.current = params
  }, [params])
  const replace = (next: URLSearchParams) => {
    newest.current = next
    setParams(next, { preventScrollReset: true })
  }
  const change = (changes: Changes) => replace(withChanges(newest.current, { page: null, ...changes }))
  return {
    query: { q: searchText || undefined, sort, order: sort && order, page },
    searchText,
    search: (next) => change({ q: next }),
    sort,
    order,
    sortBy: (key, direction = 'asc') => change({ sort: key, order: key && direction }),
    filter: (name) => params.get(name),
    filterBy: (name, value) => change({ [name]: value }),
    isNarrowed: [...params.keys()].some((name) => !ORDER_PARAMETERS.includes(name)),
    settings: [...params.keys()].filter((name) => !SEARCH_PARAMETERS.includes(name)).length,
    showAll: () => replace(keepOnly(newest.current, ['sort', 'order'])),
    buildPath: (next) => `?${withChanges(params, { page: next === 1 ? null : `${next}` })}`,
  }
}

/** Returns the page number, or 1 for anything that is not one. */
export function parsePage(text: string | null): number {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

type Changes = Record<string, string | null | undefined>

/** Returns the parameters with the changes; a change without a value removes the parameter. */
export function withChanges(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

function keepOnly(params: URLSearchParams, names: string[]): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => names.includes(name)))
}
