import type { Key, MouseEvent, ReactNode } from 'react'
import { Skeleton } from '#web/ui/states.tsx'
import type { Order, Sorting } from './list-state.ts'
import { SortButton } from './sorting.tsx'

export interface Column<Row, SortKey extends string = string> {
  header: string
  /** The sort key of the column in the list's query. */
  sort?: SortKey
  cell: (row: Row, index: number) => ReactNode
  /** Aligned to the end of the row: figures and actions. */
  end?: boolean
  /** Its place in the short row of a narrow screen. If no column has one, rows are cards there; else the others are hidden. */
  slot?: 'image' | 'title' | 'meta' | 'note' | 'end' | 'status' | 'detail' | 'action'
  /** The noun of a figure in a short row, which has no headers: `seats`. */
  unit?: string
}

interface TableProps<Row, SortKey extends string> {
  /** The name of the table for screen readers. */
  caption: string
  columns: Column<Row, SortKey>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  /** The index of the first row in the whole list, from 0. */
  first?: number
  /** The order, if the user can change it. Where rows are cards, `SortSelect` changes it. */
  sorting?: Sorting<SortKey>
  /** Other rows are loading. */
  busy?: boolean
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const satisfies Record<Order, string>

/**
 * A table. Where it is too narrow, each row is a short one by the slots of its columns, or without any a card whose cells show the
 * name of their column.
 */
export function Table<Row, SortKey extends string>(props: TableProps<Row, SortKey>) {
  const { caption, columns, rows, rowKey, first = 0, sorting, busy = false } = props
  const narrow = columns.some(({ slot }) => slot) ? 'rows-when-narrow' : 'cards-when-narrow'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The link in the row is what the keyboard reaches.
    <table
      className={`${narrow} table tabular-nums ${sorting ? 'table-sorted' : ''}`}
      aria-busy={busy}
      onClick={openRow}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Header key={column.header} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row)}>
            {columns.map(({ header, end, slot, unit, cell }) => (
              <td key={header} data-label={header} data-slot={slot} className={end ? 'text-end' : undefined}>
                <div className="cell" data-unit={unit}>
                  {cell(row, first + index)}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const CONTROLS = 'a, button, input, label, select, summary, textarea, dialog, [popover]'

/**
 * Follows the link of the row that was clicked beside its controls, unless text is selected there. The second click of a double click may
 * be one on a dialog that the first has closed.
 */
function openRow({ target, detail }: MouseEvent): void {
  if (detail > 1 || !(target instanceof Element) || target.closest(CONTROLS) || getSelection()?.type === 'Range') return
  target.closest('tr')?.querySelector<HTMLAnchorElement>('.row-link')?.click()
}

interface HeaderProps<Row, SortKey extends string> {
  column: Column<Row, SortKey>
  sorting: Sorting<SortKey> | undefined
}

function Header<Row, SortKey extends string>({ column: { header, sort, end }, sorting }: HeaderProps<Row, SortKey>) {
  const sortable = sorting && sort
  const sorted = sortable && sorting.sort === sort ? ARIA_SORT[sorting.order] : undefined
  return (
    <th scope="col" className={end ? 'text-end' : undefined} aria-sort={sorted}>
      {sortable ? (
        <SortButton sort={sort} sorting={sorting}>
          {header}
        </SortButton>
      ) : (
        header
      )}
    </th>
  )
}

/** The placeholder of a table. */
export function TableSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div className="grid gap-px">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <Skeleton key={row} className="h-20 w-full" />
      ))}
    </div>
  )
}
