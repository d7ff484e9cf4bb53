import { lazy, Suspense } from 'react'
import type { PageHandle } from '#web/page-handle.ts'

export const handle = {
  screenshots: [{ name: 'setup' }],
} satisfies PageHandle

const Page = lazy(() => import('#web/features/setup/setup-page.view.tsx'))

/** The URL has the token, which no other site and no log may get. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

/** The page of the link that sets up the school. Its parts load by themselves: every page loads the names of those that a route imports. */
export default function Setup() {
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
