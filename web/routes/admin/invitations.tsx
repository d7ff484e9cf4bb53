import { lazy, Suspense } from 'react'

const Page = lazy(() => import('#web/features/invitations/invitations.view.tsx'))

/** The invitations, and the form for a new one. Its parts load by themselves: every page loads the names of those that a route imports. */
export default function Invitations() {
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
