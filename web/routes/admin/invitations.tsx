import { lazy, Suspense } from 'react'
import type { PageHandle } from '#web/page-handle.ts'

export const handle = {
  within: '/dashboard/all-users',
  search: [
    { label: 'Invite people', about: 'Invitations of instructors and admins', words: 'add new user teacher staff' },
  ],
  screenshots: [{ name: 'invitations' }],
} satisfies PageHandle

const Page = lazy(() => import('#web/features/invitations/invitations.view.tsx'))

/** The invitations, and the form for a new one. Its parts load by themselves: every page loads the names of those that a route imports. */
export default function Invitations() {
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
