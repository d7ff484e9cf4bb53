import type { Import, ImportRow } from '#contract/import.ts'
import { ROWS_PER_PAGE } from '#contract/values/limits.ts'
import { api, call } from '#web/api.ts'
import { Choice } from '#web/ui/lists/choice.tsx'
import { ExportButton } from '#web/ui/lists/export-button.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { type Column, Table, TableSkeleton } from '#web/ui/lists/table.tsx'
import { Pager } from '#web/ui/pager/pager.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useImportRows } from './import.query.ts'
import { describeOutcome, listOutcomes } from './outcomes.ts'

const DATE: Column<ImportRow> = { header: 'Date', cell: ({ date }) => date ?? '–' }

const COLUMNS: Column<ImportRow>[] = [
  { header: 'Row', cell: ({ row }) => row },
  { header: 'Cells', cell: ({ cells }) => <span className="wrap-anywhere line-clamp-3">{cells.join(' | ')}</span> },
  { header: 'Problem', cell: ({ problem }) => <span className="wrap-anywhere">{problem ?? '–'}</span> },
]

/** The rows of one outcome, in pages, and as a file to correct and upload again. */
export function RowList({ current }: { current: Import }) {
  const list = useListState<'created_at'>([])
  const outcomes = listOutcomes(current)
  const outcome = outcomes.find((one) => one === list.filter('outcome')) ?? outcomes[0] ?? 'invalid'
  const { page } = list.query
  const { data, error, refetch, isPlaceholderData } = useImportRows(current, outcome, page)
  const { _id: id, status, counts } = current
  const label = (one: typeof outcome) => `${describeOutcome(one, status)} (${counts[one].toLocaleString('en')})`
  const read = () => call(api.exportImportRows, { params: { id }, query: { outcome } })
  return (
    <section aria-label="Rows" className="mt-10">
      <div className="list-controls">
        <Choice
          label="Rows"
          className="flex-1"
          value={outcome}
          options={outcomes.map((one) => ({ value: one, label: label(one) }))}
          onChoose={(value) => list.filterBy('outcome', value)}
        />
        <ExportButton noun={`rows-${outcome}`} read={read} />
      </div>
      {data ? (
        <>
          <Table
            caption={label(outcome)}
            columns={data.rows.some(({ date }) => date !== null) ? COLUMNS.toSpliced(1, 0, DATE) : COLUMNS}
            rows={data.rows}
            rowKey={({ row }) => row}
            busy={isPlaceholderData}
          />
          <Pager page={page} pages={Math.ceil(data.total / ROWS_PER_PAGE)} buildPath={list.buildPath} />
        </>
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the rows">
          <TableSkeleton />
        </Loading>
      )}
    </section>
  )
}
