import type { ClassesQuery } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { ExportButton } from '#web/ui/export-button.tsx'

/** GET /classes.csv: the classes that fit, all pages of them. */
export function ExportClasses({ query: { page: _, ...query } }: { query: ClassesQuery }) {
  return <ExportButton things="classes" read={() => call(api.exportClasses, { query })} />
}
