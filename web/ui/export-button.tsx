import { useMutation } from '@tanstack/react-query'
import { Button } from './button.tsx'
import { toastError } from './notices.ts'
import { saveAsFile } from './save-as-file.ts'

interface ExportButtonProps {
  /** What the rows are, in the file's name: `classes`. */
  things: string
  /** Answers all rows of the list as it is searched and sorted now, not only those of the page. */
  read: () => Promise<string>
}

/** Saves a list for a spreadsheet. */
export function ExportButton({ things, read }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: read,
    onSuccess: (csv) => saveAsFile(csv, `${things}-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv'),
    onError: (error) => toastError(error.message),
  })
  return (
    <Button look="outline" busy={isPending} onClick={() => mutate()}>
      Export CSV
    </Button>
  )
}
