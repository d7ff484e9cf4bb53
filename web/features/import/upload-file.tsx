import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { createCall } from '#contract/call.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#contract/values/limits.ts'
import { api } from '#web/api.ts'
import { formatFileSize } from '#web/features/images/check-image.ts'
import { fileTransport } from '#web/features/images/file-transport.ts'
import { withAuthErrors } from '#web/session/auth-errors.ts'
import { toMessage } from '#web/session/messages.ts'

const SIZE = formatFileSize(MAX_IMPORT_BYTES)

/** The first step: a CSV file. */
export function UploadFile({ onUploaded }: { onUploaded: (id: string) => void }) {
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
