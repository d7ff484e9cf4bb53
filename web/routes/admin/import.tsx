import { lazy, Suspense } from 'react'

const Page = lazy(() => import('#web/features/import/import.view.tsx'))

/** Imports from CSV files, in four steps. Its parts load by themselves: every page loads the names of those that a route imports. */
export default function Import() {
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
