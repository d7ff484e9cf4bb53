import { Link } from 'react-router'
import type { Import } from '#contract/import.ts'
import type { Column } from '#web/ui/lists/table.tsx'
import { Table } from '#web/ui/lists/table.tsx'
import { formatDate } from '#web/ui/text/dates.ts'
import { useImports } from './import.query.ts'

const STATUSES: Record<Import['status'], string> = {
  uploaded: 'Columns to match',
  checking: 'Rows to check',
  checked: 'Ready to import',
  applied: 'Imported',
  undone: 'Undone',
}

const COLUMNS: Column<Import>[] = [
  { header: 'File', cell: ({ file_name }) => <span className="wrap-anywhere">{file_name}</span> },
  { header: 'Uploaded', cell: ({ created_at }) => formatDate(created_at) },
  { header: 'By', cell: ({ created_by }) => <span className="wrap-anywhere">{created_by}</span> },
  { header: 'Rows', end: true, cell: ({ rows }) => rows.toLocaleString('en') },
  { header: 'Status', cell: ({ status }) => STATUSES[status] },
  {
    header: 'Action',
    end: true,
    cell: ({ _id, file_name }) => (
      <Link to={`?id=${_id}`} className="link">
        Open<span className="sr-only"> {file_name}</span>
      </Link>
    ),
  },
]

/** The imports of the last day. */
export function RecentImports() {
  const { data } = useImports()
  if (!data?.length) return null
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="mb-5 font-display text-2xl">
        Imports of the last day
      </h2>
      <Table caption="Imports of the last day" columns={COLUMNS} rows={data} rowKey={({ _id }) => _id} />
    </section>
  )
}
