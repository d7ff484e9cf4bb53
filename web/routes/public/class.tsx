import { data } from 'react-router'
import { call } from '#web/api.ts'
import { buildClassJsonLd } from '#web/features/classes/page/class-json-ld.ts'
import { ClassView } from '#web/features/classes/page/class-view.tsx'
import { describeClass } from '#web/features/classes/page/describe-class.ts'
import { loadClassPage } from '#web/features/classes/page/load-class-page.ts'
import { RemovedClassView } from '#web/features/classes/page/removed-class.tsx'
import { pageContext } from '#web/page-context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { withRetries } from '#web/retry.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSchool } from '#web/school/school.ts'
import { StructuredData } from '#web/school/structured-data.tsx'
import type { Route } from './+types/class.ts'

export const handle = {
  screenshots: [
    { name: 'class', fill: 'classAddress' },
    { name: 'class-sold-out', fill: 'soldOutAddress' },
  ],
} satisfies PageHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call: callInProcess, school } = context.get(pageContext)
  const page = await loadClassPage(callInProcess, params.address)
  if (page.removed) return data({ page, jsonLd: undefined }, { status: 410 })
  return data({ page, jsonLd: buildClassJsonLd(page, school) })
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { page: await withRetries(() => loadClassPage(call, params.address)), jsonLd: undefined }
}

/** The page of one class; after its removal, links to others. */
export default function ClassPage({ loaderData: { page, jsonLd } }: Route.ComponentProps) {
  const school = useSchool()
  if (page.removed)
    return (
      <>
        <PageTitle page="No longer offered" />
        <RemovedClassView page={page} />
      </>
    )
  return (
    <>
      <PageHead page={page.schoolClass.className} description={describeClass(page, school)} image={page.shareImage} />
      <StructuredData json={jsonLd} />
      <ClassView key={page.schoolClass._id} page={page} />
    </>
  )
}
