import { ServerStatus } from '#web/features/status/server-status.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'

export const handle = {
  menu: { label: 'Status', group: 'System' },
  search: [
    {
      label: 'Status',
      about: 'Queue, failed jobs, e-mail, card provider, disk, database, backup',
      words: 'health errors problems version restore',
    },
  ],
  screenshots: [{ name: 'status' }],
} satisfies PageHandle

/** The state of the server: jobs, e-mail, card provider, database, disk and backups. */
export default function Status() {
  return (
    <>
      <PageTitle page="Status" />
      <h1 className="font-display text-4xl sm:text-5xl">Status</h1>
      <p className="mt-4 mb-10">What the school runs on, read again every 15 seconds.</p>
      <ServerStatus />
    </>
  )
}
