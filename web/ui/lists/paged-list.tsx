import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, Key, ReactNode } from 'react'
import { Navigate } from 'react-router'
import { ROWS_PER_PAGE } from '#contract/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Pager } from '#web/ui/pager/pager.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { ListState } from './list-state.ts'
import type { ReadPage } from './paged-query.ts'
import { SearchBox } from './search-box.tsx'
import { SortSelect } from './sorting.tsx'
import { type Column, Table, TableSkeleton } from './table.tsx'

interface PagedListProps<Row, SortKey extends string> {
  title: string
  /** The label of the count: `Total Classes`. */
  count: string
  /** The noun of the rows: `classes`. */
  noun: string
  /** The columns that the search covers. */
  hint: string
  list: ListState<SortKey>
  query: UseQueryResult<ReadPage<Row>>
  columns: Column<Row, SortKey>[]
  rowKey: (row: Row) => Key
  /** Returns the heading that a row stands below. The group of the first row comes first. */
  groupBy?: (row: Row) => string
  /** Shown if the whole list is empty. */
  empty: ReactNode
  /** Beside the search. A phone folds them, with the order. */
  filters?: ReactNode
  /** Beside the search: actions on the whole list. */
  tools?: ReactNode
  /** The sum of all rows of the search, beside their range. */
  summary?: ReactNode
  /** Between the title and the list. */
  children?: ReactNode
}

/** A list in pages with search and order, under its title: loading, failed, empty or full. */
export function PagedList<Row, SortKey extends string>(props: PagedListProps<Row, SortKey>) {
  const { title, count, list, query, children } = props
  const { data } = query
  // An empty list has no search and no order.
  const isEmpty = data?.total === 0 && !list.isNarrowed
  return (
    <section aria-labelledby="list-title">
      <header className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 id="list-title" className="wrap-anywhere font-display text-4xl sm:text-5xl">
          {title}
        </h1>
        <p className="text-soft tabular-nums">
          {count}: {data?.total ?? '–'}
        </p>
      </header>
      {children}
      {!isEmpty && <Controls {...props} />}
      <Body {...props} />
    </section>
  )
}

function Controls<Row, SortKey extends string>(props: PagedListProps<Row, SortKey>) {
  const { noun, hint, list, query, columns, filters, tools, summary } = props
  const { data, isPlaceholderData } = query
  const order = <SortSelect columns={columns} sorting={list} />
  return (
    <div className="list-controls">
      <SearchBox
        label={`Search ${noun}`}
        hint={hint}
        text={list.searchText}
        busy={isPlaceholderData}
        onSearch={list.search}
      />
      {filters ? (
        <Filters count={list.settings}>
          {order}
          {filters}
        </Filters>
      ) : (
        order
      )}
      {tools}
      <div className="list-range-line">
        <p role="status" className="list-range">
          {data && !isPlaceholderData && describePage(data, noun, list.isNarrowed)}
        </p>
        {summary}
      </div>
    </div>
  )
}

/** Filters and order: on a phone in a part that is collapsed at first, else in the line of the search. */
function Filters({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details className="disclosure list-filters">
      <summary>Filter{count > 0 && ` (${count} set)`}</summary>
      {children}
    </details>
  )
}

function Body<Row, SortKey extends string>(props: PagedListProps<Row, SortKey>) {
  const { title, list, query, columns, rowKey, groupBy } = props
  const { data, error, isPlaceholderData, refetch } = query
  const table = { columns, rowKey, sorting: list, busy: isPlaceholderData }
  if (data?.rows.length)
    return (
      <>
        {groupBy ? (
          <Groups rows={data.rows} groupBy={groupBy} {...table} />
        ) : (
          <Table caption={title} rows={data.rows} first={data.first} {...table} />
        )}
        <Pager page={list.query.page} pages={countPages(data)} buildPath={list.buildPath} />
      </>
    )
  if (data) return <NoRows {...props} page={data} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what={title}>
      <TableSkeleton rows={10} />
    </Loading>
  )
}

type GroupsProps<Row, SortKey extends string> = Omit<ComponentProps<typeof Table<Row, SortKey>>, 'caption'> & {
  groupBy: (row: Row) => string
}

function Groups<Row, SortKey extends string>({ rows, groupBy, ...table }: GroupsProps<Row, SortKey>) {
  return [...Map.groupBy(rows, groupBy)].map(([name, grouped]) => (
    <section key={name} className="mt-10">
      <h2 className="wrap-anywhere mb-5 font-display text-2xl">{name}</h2>
      <Table caption={name} rows={grouped} {...table} />
    </section>
  ))
}

interface NoRowsProps<Row, SortKey extends string> extends PagedListProps<Row, SortKey> {
  page: ReadPage<Row>
}

function NoRows<Row, SortKey extends string>({ page, list, noun, empty }: NoRowsProps<Row, SortKey>) {
  // The page is beyond the last one: rows were removed since its link was made.
  if (page.total > 0) return <Navigate to={list.buildPath(countPages(page))} replace />
  if (!list.isNarrowed) return empty
  return (
    <Empty sentence={`No ${noun} match this search.`}>
      <Button look="outline" onClick={list.showAll}>
        All {noun}
      </Button>
    </Empty>
  )
}

function countPages({ total }: { total: number }): number {
  return Math.ceil(total / ROWS_PER_PAGE)
}

/**
 * Returns `1 to 25 of 56`, and nothing for a complete list, whose number stands beside its title. Of a search in `things`:
 * `Users found: 1 to 25 of 56`.
 */
export function describePage({ rows, total, first }: ReadPage<unknown>, things: string, isNarrowed: boolean): string {
  const range = rows.length < total ? `${first + 1} to ${first + rows.length} of ${total}` : `${total}`
  if (isNarrowed) return `${things.charAt(0).toUpperCase()}${things.slice(1)} found: ${range}`
  return rows.length < total ? range : ''
}
