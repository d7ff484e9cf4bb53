import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed, Loading } from '#web/ui/states.tsx'
import { TableSkeleton } from './table.tsx'

interface QueryListProps<Row> {
  title: string
  /** The label of the count: `Total Selected`. */
  count: string
  query: UseQueryResult<Row[]>
  empty: ReactNode
  /** Between the title and the list. */
  intro?: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A list under its title: loading, failed, empty or full. */
export function QueryList<Row>(props: QueryListProps<Row>) {
  const { title, count, query, intro } = props
  return (
    <section aria-labelledby="list-title">
      <header className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 id="list-title" className="font-display text-4xl sm:text-5xl">
          {title}
        </h1>
        <p className="text-soft tabular-nums">
          {count}: {query.data?.length ?? '–'}
        </p>
      </header>
      {intro}
      <Body {...props} />
    </section>
  )
}

function Body<Row>({ title, query, empty, children }: QueryListProps<Row>) {
  const { data, error, refetch } = query
  if (data?.length) return children(data)
  if (data) return empty
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what={title}>
      <TableSkeleton />
    </Loading>
  )
}
