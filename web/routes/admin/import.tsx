import { lazy, Suspense } from 'react'
import type { PageHandle } from '#web/page-handle.ts'

export const handle = {
  menu: { label: 'Import', group: 'System' },
  search: [
    {
      label: 'Import',
      about: 'Users, classes and enrolments from CSV files',
      words: 'upload spreadsheet excel migrate',
    },
  ],
  screenshots: [{ name: 'import' }],
} satisfies PageHandle

const Page = lazy(() => import('#web/features/import/import.view.tsx'))

/** Imports from CSV files, in four steps. Its parts load by themselves: every page loads the names of those that a route imports. */
export default function Import() {
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
