import type { UseQueryResult } from '@tanstack/react-query'
import type { Key, ReactNode } from 'react'
import { Navigate } from 'react-router'
import { ROWS_A_PAGE } from '#contract/page-size.ts'
import { Button } from './button.tsx'
import type { ListState } from './list-state.ts'
import type { ReadPage } from './paged-query.ts'
import { Pager } from './pager.tsx'
import { SearchBox } from './search-box.tsx'
import { SortSelect } from './sorting.tsx'
import { Empty, Failed, Loading } from './states.tsx'
import { type Column, Table, TableSkeleton } from './table.tsx'

interface PagedListProps<Row, SortKey extends string> {
  /** The list's title and, once it is known, how many it holds. */
  title: string
  /** What is counted: `Total Classes`. */
  count: string
  /** What the rows are: `classes`. */
  things: string
  /** What it is looked for in, when words are. */
  hint: string
  list: ListState<SortKey>
  query: UseQueryResult<ReadPage<Row>>
  columns: Column<Row, SortKey>[]
  rowKey: (row: Row) => Key
  /** Stands where there is not one row at all. */
  empty: ReactNode
  /** Beside the search: filters, and what is done with the whole list. */
  tools?: ReactNode
  /** Between the title and the list. */
  children?: ReactNode
}

/** A list that is read a page at a time, to be searched and sorted; under its title, in whichever of its four states it is. */
export function PagedList<Row, SortKey extends string>(props: PagedListProps<Row, SortKey>) {
  const { title, count, list, query, children } = props
  const { data, isPlaceholderData } = query
  // Without one row there is nothing to search or to sort.
  const bare = data?.total === 0 && !list.narrowed
  return (
    <section aria-labelledby="list-title">
      <header className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 id="list-title" className="font-display text-4xl sm:text-5xl">
          {title}
        </h1>
        <p className="edge-print tabular-nums">
          {count}: {data?.total ?? '–'}
        </p>
      </header>
      {children}
      {!bare && <Controls {...props} />}
      <p role="status" className="mb-4 min-h-6 text-sm text-soft tabular-nums">
        {data && !bare && !isPlaceholderData && standingOf(data, list.narrowed)}
      </p>
      <Body {...props} />
    </section>
  )
}

function Controls<Row, SortKey extends string>(props: PagedListProps<Row, SortKey>) {
  const { things, hint, list, query, columns, tools } = props
  return (
    <div className="list-controls">
      <SearchBox
        label={`Search ${things}`}
        hint={hint}
        words={list.words}
        busy={query.isPlaceholderData}
        onSearch={list.search}
      />
      <SortSelect columns={columns} sorting={list} />
      {tools}
    </div>
  )
}

function Body<Row, SortKey extends string>(props: PagedListProps<Row, SortKey>) {
  const { title, list, query, columns, rowKey } = props
  const { data, error, isPlaceholderData, refetch } = query
  if (data?.rows.length)
    return (
      <>
        <Table
          caption={title}
          columns={columns}
          rows={data.rows}
          rowKey={rowKey}
          first={data.first}
          sorting={list}
          busy={isPlaceholderData}
        />
        <Pager page={list.query.page} pages={pagesOf(data)} addressOf={list.addressOf} />
      </>
    )
  if (data) return <NoRows {...props} found={data} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what={title}>
      <TableSkeleton rows={10} />
    </Loading>
  )
}

interface NoRowsProps<Row, SortKey extends string> extends PagedListProps<Row, SortKey> {
  found: ReadPage<Row>
}

function NoRows<Row, SortKey extends string>({ found, list, things, empty }: NoRowsProps<Row, SortKey>) {
  // A page behind the last one: rows have gone since its address was made.
  if (found.total > 0) return <Navigate to={list.addressOf(pagesOf(found))} replace />
  if (!list.narrowed) return empty
  return (
    <Empty sentence={`No ${things} fit this search.`}>
      <Button look="outline" onClick={list.showAll}>
        All {things}
      </Button>
    </Empty>
  )
}

function pagesOf({ total }: { total: number }): number {
  return Math.ceil(total / ROWS_A_PAGE)
}

function standingOf({ rows, total, first }: ReadPage<unknown>, narrowed: boolean): string {
  const words = narrowed ? `${total} found` : `${total}`
  return rows.length < total ? `${first + 1} to ${first + rows.length} of ${words}` : words
}
