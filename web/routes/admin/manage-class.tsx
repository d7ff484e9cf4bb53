import { CLASS_COLUMNS } from '#web/features/classes/all-class-columns.tsx'
import { useAllClasses } from '#web/features/classes/all-classes.query.ts'
import { ExportClasses } from '#web/features/classes/export-classes.tsx'
import { StatusFilter, statusIn } from '#web/features/classes/status-filter.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Manage Classes' },
  search: [
    {
      label: 'Manage Classes',
      about: 'Approve, deny, feedback, students, dates, withdraw, CSV',
      words:
        'enroll enrolled enrolling enrollment enrolment roster attendance attendees participants courses workshops pending review sessions schedule move cancel',
    },
  ],
  screenshots: [{ name: 'manage-class' }],
} satisfies PageHandle

/** All classes, for admins to review. */
export default function ManageClass() {
  const list = useListState(CLASS_COLUMNS)
  const query = { ...list.query, status: statusIn(list) }
  return (
    <>
      <PageTitle page="Manage Classes" />
      <PagedList
        title="Manage Classes"
        count="Total Classes"
        noun="classes"
        hint="Class, instructor or place"
        list={list}
        query={useAllClasses(query)}
        columns={CLASS_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<NoClasses />}
        filters={<StatusFilter list={list} />}
        tools={<ExportClasses query={query} />}
      />
    </>
  )
}

function NoClasses() {
  return (
    <Empty sentence="No classes yet.">
      <ButtonLink to="/dashboard/all-users">Manage users</ButtonLink>
    </Empty>
  )
}
