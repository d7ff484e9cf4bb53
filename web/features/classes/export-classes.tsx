import type { ClassesQuery } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { ExportButton } from '#web/ui/lists/export-button.tsx'

/** GET /classes.csv: all classes that match the list's search and filter. */
export function ExportClasses({ query: { page: _, ...query } }: { query: ClassesQuery }) {
  return <ExportButton noun="classes" read={() => call(api.exportClasses, { query })} />
}
