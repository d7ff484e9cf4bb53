import { Choice } from './choice.tsx'
import { ArrowLeftIcon } from './icons.tsx'
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
  const turn = order === 'desc' ? '-rotate-90' : 'rotate-90'
  return <ArrowLeftIcon className={`size-3.5 shrink-0 ${turn} ${order ? '' : 'sort-mark-resting'}`} />
}

interface SortSelectProps<Key extends string> {
  columns: readonly { header: string; sort?: Key }[]
  sorting: Sorting<Key>
}

/** Does the same where the rows are cards, which have no headers to press. */
export function SortSelect<Key extends string>({ columns, sorting }: SortSelectProps<Key>) {
  const ways = columns.flatMap(({ header, sort }) =>
    sort ? [wayOf(header, sort, 'asc'), wayOf(header, sort, 'desc')] : [],
  )
  const choose = (value: string) => {
    const way = ways.find((one) => one.value === value)
    sorting.sortBy(way?.sort, way?.order)
  }
  return (
    <Choice
      label="Sort by"
      className="sort-select"
      value={sorting.sort ? `${sorting.sort} ${sorting.order}` : NEWEST.value}
      options={[NEWEST, ...ways]}
      onChoose={choose}
    />
  )
}

const NEWEST = { value: 'newest', words: 'Newest first' }

function wayOf<Key extends string>(header: string, sort: Key, order: Order) {
  return { sort, order, value: `${sort} ${order}`, words: `${header}, ${order === 'asc' ? 'ascending' : 'descending'}` }
}
