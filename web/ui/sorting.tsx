import { useId } from 'react'
import { ArrowDownIcon, ArrowUpIcon } from './icons.tsx'
import type { Order, Sorting } from './list-state.ts'

interface SortButtonProps<Key extends string> {
  sort: Key
  sorting: Sorting<Key>
  /** The column's header. */
  children: string
}

/** Sorts by a column: first rising, then falling, then newest first again. Its header cell carries `aria-sort`. */
export function SortButton<Key extends string>({ sort, sorting, children }: SortButtonProps<Key>) {
  const order = sorting.sort === sort ? sorting.order : undefined
  const press = () => {
    if (order === 'desc') sorting.sortBy()
    else sorting.sortBy(sort, order === 'asc' ? 'desc' : 'asc')
  }
  return (
    <button type="button" className="sort-button" onClick={press}>
      {children}
      <Mark order={order} />
    </button>
  )
}

function Mark({ order }: { order: Order | undefined }) {
  if (order === 'desc') return <ArrowDownIcon className="size-3.5 shrink-0" />
  return <ArrowUpIcon className={`size-3.5 shrink-0 ${order ? '' : 'sort-mark-resting'}`} />
}

interface SortSelectProps<Key extends string> {
  columns: readonly { header: string; sort?: Key }[]
  sorting: Sorting<Key>
}

/** Does the same where the rows are cards, which have no headers to press. */
export function SortSelect<Key extends string>({ columns, sorting: { sort, order, sortBy } }: SortSelectProps<Key>) {
  const id = useId()
  const ways = columns.flatMap((column) =>
    column.sort === undefined
      ? []
      : (['asc', 'desc'] as const).map((way) => ({ header: column.header, sort: column.sort, order: way })),
  )
  const chosen = ways.findIndex((way) => way.sort === sort && way.order === order)
  return (
    <div className="sort-select">
      <label htmlFor={id} className="field-label">
        Sort by
      </label>
      <select
        id={id}
        className="input w-full"
        value={chosen}
        onChange={({ target }) => sortBy(ways[Number(target.value)]?.sort, ways[Number(target.value)]?.order)}
      >
        <option value={-1}>Newest first</option>
        {ways.map((way, index) => (
          <option key={`${way.sort} ${way.order}`} value={index}>
            {way.header}, {way.order === 'asc' ? 'ascending' : 'descending'}
          </option>
        ))}
      </select>
    </div>
  )
}
