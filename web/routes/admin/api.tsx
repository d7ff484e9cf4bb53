import { Link } from 'react-router'
import { Webhooks } from '#web/features/webhooks/webhooks.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'

export const handle = {
  menu: { label: 'API', group: 'System' },
  search: [{ label: 'API', about: 'Webhooks, documentation for programs', words: 'developers integration' }],
  screenshots: [{ name: 'api' }],
} satisfies PageHandle

/** For programs: the API's documentation, access tokens, and the school's webhooks. */
export default function Api() {
  return (
    <>
      <PageTitle page="API" />
      <h1 className="font-display text-4xl sm:text-5xl">API</h1>
      <p className="mt-4 mb-10">
        Programs call our{' '}
        <a href="/api/docs" className="link">
          API
        </a>{' '}
        with an access token from your{' '}
        <Link to="/dashboard/profile" className="link">
          profile
        </Link>
        .
      </p>
      <Webhooks />
    </>
  )
}
