import { useMutation } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { saveAsFile } from './save-as-file.ts'

interface ExportButtonProps {
  /** The noun of the rows, for the name of the file: `classes`. */
  noun: string
  /** Reads all rows of the current search and order as CSV, not only those of the page. */
  read: () => Promise<string>
}

/** Saves a list as a CSV file. */
export function ExportButton({ noun, read }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: read,
    onSuccess: (csv) => saveAsFile(csv, `${noun}-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv'),
    onError: (error) => toastError(error.message),
  })
  return (
    <Button look="outline" busy={isPending} onClick={() => mutate()}>
      Export CSV
    </Button>
  )
}
