import { ExportEverything } from '#web/features/backup/export-everything.tsx'
import { schoolQuery } from '#web/features/school/school.query.ts'
import { SchoolForm } from '#web/features/school/school-form.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'School', group: 'Site' },
  search: [
    {
      label: 'School',
      about: 'Name, address, contact, opening hours, time zone, social networks',
      words: 'settings footer phone promises lines texts',
    },
    {
      label: 'Look of the school',
      about: 'Logo, favicon, accent color',
      words: 'colour colors colours brand branding theme design icon',
    },
    {
      label: 'Rules of the school',
      about: 'Sign-up, currency, cancellation terms, offers of free seats',
      words: 'registration money policy',
    },
    { label: 'Export everything', about: 'Archive of all data', words: 'download takeout' },
  ],
  screenshots: [{ name: 'school' }],
} satisfies PageHandle

/** Texts of the school about itself, on every page and in every e-mail. */
export default function School() {
  return (
    <>
      <PageTitle page="School" />
      <h1 className="mb-6 font-display text-4xl sm:text-5xl">School</h1>
      <Settings />
    </>
  )
}

/** The button below the form comes with it: it would move away from a pointer that presses it while the form loads. */
function Settings() {
  const { data, error, refetch } = useFreshQuery(schoolQuery)
  if (!data && !error)
    return (
      <Loading what="the settings">
        <Skeleton className="h-96 w-full" />
      </Loading>
    )
  return (
    <>
      {data ? <SchoolForm opened={data} /> : <Failed message={error?.message ?? ''} onRetry={() => void refetch()} />}
      <ExportEverything />
    </>
  )
}
