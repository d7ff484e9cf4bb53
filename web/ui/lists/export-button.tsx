import { Button } from '#web/ui/button.tsx'
import { useAction } from '#web/use-action.ts'
import { saveAsFile } from './save-as-file.ts'

interface ExportButtonProps {
  /** The noun of the rows, for the name of the file: `classes`. */
  noun: string
  /** Reads all rows of the current search and order as CSV, not only those of the page. */
  read: () => Promise<string>
}

/** Saves a list as a CSV file. */
export function ExportButton({ noun, read }: ExportButtonProps) {
  const { mutate, isPending } = useAction(read, {
    done: (csv) => saveAsFile(csv, `${noun}-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv'),
  })
  return (
    <Button look="outline" busy={isPending} onClick={() => mutate()}>
      Export CSV
    </Button>
  )
}
