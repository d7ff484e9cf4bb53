import type { Key, ReactNode } from 'react'
import { Skeleton } from './states.tsx'

export interface Column<Row> {
  header: string
  cell: (row: Row, index: number) => ReactNode
  /** Stands at the row's end side: figures, and what one can do. */
  end?: boolean
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
}

/** A table; where it has no room, on a phone at least, each row is a card whose cells carry their column's name. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table className="cards-when-narrow table tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header, end }) => (
            <th key={header} scope="col" className={end ? 'text-end' : undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row)}>
            {columns.map(({ header, end, cell }) => (
              <td key={header} data-label={header} className={end ? 'text-end' : undefined}>
                <div className="cell">{cell(row, index)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Stands where a table will come. */
export function TableSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div className="grid gap-px">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <Skeleton key={row} className="h-20 w-full" />
      ))}
    </div>
  )
}
