import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { Choice } from './choice.tsx'
import type { Order, Sorting } from './list-state.ts'

interface SortButtonProps<Key extends string> {
  sort: Key
  sorting: Sorting<Key>
  /** The column's header. */
  children: string
}

/** Sorts by a column: ascending, then descending, then newest first again. The header cell has `aria-sort`. */
export function SortButton<Key extends string>({ sort, sorting, children }: SortButtonProps<Key>) {
  const order = sorting.sort === sort ? sorting.order : undefined
  const toggle = () => {
    if (order === 'desc') sorting.sortBy()
    else sorting.sortBy(sort, order === 'asc' ? 'desc' : 'asc')
  }
  return (
    <button type="button" className="sort-button" onClick={toggle}>
      {children}
      <SortMark order={order} />
    </button>
  )
}

function SortMark({ order }: { order: Order | undefined }) {
  const rotation = order === 'desc' ? '-rotate-90' : 'rotate-90'
  return <ArrowLeftIcon className={`size-3.5 shrink-0 ${rotation} ${order ? '' : 'sort-mark-resting'}`} />
}

interface SortSelectProps<Key extends string> {
  columns: readonly { header: string; sort?: Key }[]
  sorting: Sorting<Key>
}

/** Sorts where the rows are cards, without headers. Renders nothing for a list that has an order of its own. */
export function SortSelect<Key extends string>({ columns, sorting }: SortSelectProps<Key>) {
  const options = columns.flatMap(({ header, sort }) =>
    sort ? [toOption(header, sort, 'asc'), toOption(header, sort, 'desc')] : [],
  )
  if (options.length === 0) return null
  const choose = (value: string) => {
    const option = options.find((one) => one.value === value)
    sorting.sortBy(option?.sort, option?.order)
  }
  return (
    <Choice
      label="Sort by"
      className="sort-select"
      value={sorting.sort ? `${sorting.sort} ${sorting.order}` : NEWEST.value}
      options={[NEWEST, ...options]}
      onChoose={choose}
    />
  )
}

const NEWEST = { value: 'newest', label: 'Newest first' }

function toOption<Key extends string>(header: string, sort: Key, order: Order) {
  return { sort, order, value: `${sort} ${order}`, label: `${header}, ${order === 'asc' ? 'ascending' : 'descending'}` }
}
