import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { createCall } from '#contract/call.ts'
import type { Import } from '#contract/import.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#contract/values/limits.ts'
import { api } from '#web/api.ts'
import { fileTransport } from '#web/features/images/file-transport.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { withAuthErrors } from '#web/session/auth-errors.ts'
import { toMessage } from '#web/session/messages.ts'
import { formatFileSize } from '#web/ui/lists/file-size.ts'
import { type Column, Table } from '#web/ui/lists/table.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { formatDate } from '#web/ui/text/dates.ts'
import { useImport, useImports } from './import.query.ts'
import { ImportSteps } from './import-steps.tsx'
import { OpenImport } from './open-import.tsx'

/** Imports users, classes and enrolments. The URL has the import, so that it goes on after a reload. */
export default function ImportPage() {
  const [params, setParams] = useSearchParams()
  const id = params.get('id')
  return (
    <>
      <PageTitle page="Import" />
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">Import</h1>
      <p className="mb-8 max-w-prose text-soft">
        Bring users, classes and enrolments from a CSV file. Nothing changes before the last step, and nobody is
        e-mailed.
      </p>
      {id === null ? (
        <>
          <ImportSteps step={0} />
          <UploadFile onUploaded={(uploaded) => setParams({ id: uploaded })} />
          <RecentImports />
        </>
      ) : (
        <ReadImport key={id} id={id} onClose={() => setParams({})} />
      )}
    </>
  )
}

function ReadImport({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useImport(id)
  if (data) return <OpenImport current={data} onClose={onClose} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the import">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}

const SIZE = formatFileSize(MAX_IMPORT_BYTES)

/** The first step: a CSV file. */
function UploadFile({ onUploaded }: { onUploaded: (id: string) => void }) {
  const [progress, setProgress] = useState(0)
  const upload = useMutation({
    mutationFn: (file: File) => sendFile(file, setProgress),
    onSuccess: ({ _id }) => onUploaded(_id),
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Lets the user choose the same file again.
    target.value = ''
    if (file && !upload.isPending) upload.mutate(file)
  }
  return (
    <section aria-labelledby="upload" className="mb-12 grid max-w-2xl gap-3">
      <h2 id="upload" className="font-display text-2xl">
        Upload a file
      </h2>
      <label htmlFor="file" className="field-label">
        CSV file
      </label>
      <input
        id="file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="w-full cursor-pointer border border-base-content/55 p-3 file:me-4 file:cursor-pointer file:bg-base-content file:px-4 file:py-1.5 file:text-base-100"
        aria-invalid={upload.isError}
        aria-describedby="file-status"
        onChange={choose}
      />
      <div id="file-status" className="grid gap-2 text-sm">
        {upload.isPending && (
          <progress className="progress-line" aria-label="Sending the file" value={progress} max={1} />
        )}
        {upload.isError ? (
          <p role="alert" className="wrap-anywhere text-error-ink">
            {toMessage(upload.error)}
          </p>
        ) : (
          <p role="status" className="text-soft">
            {upload.isPending
              ? describeProgress(progress)
              : `${SIZE} and ${MAX_IMPORT_ROWS.toLocaleString('en')} rows at most.`}
          </p>
        )}
      </div>
    </section>
  )
}

function describeProgress(progress: number): string {
  return progress < 1 ? 'Sending the file…' : 'Reading the rows…'
}

async function sendFile(file: File, onProgress: (progress: number) => void) {
  if (file.size > MAX_IMPORT_BYTES) throw new Error(`This file is larger than ${SIZE}. Split it.`)
  const { signal } = new AbortController()
  return withAuthErrors(createCall(fileTransport({ field: 'file', file, onProgress, signal })))(api.uploadImport)
}

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
function RecentImports() {
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
