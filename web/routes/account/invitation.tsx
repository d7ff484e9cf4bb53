import { lazy, Suspense } from 'react'
import type { PageHandle } from '#web/page-handle.ts'

export const handle = {
  screenshots: [{ name: 'invitation' }],
} satisfies PageHandle

const Page = lazy(() => import('#web/features/invitations/invitation-page.view.tsx'))

/** The URL has the token, which no other site and no log may get. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

/** The page of the link of an invitation. Its parts load by themselves: every page loads the names of those that a route imports. */
export default function Invitation() {
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
