import { useEnrolledClasses } from '#web/features/enrolments/enrolled-classes.query.ts'
import { EnrolledTable } from '#web/features/enrolments/enrolled-table.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { QueryList } from '#web/ui/lists/query-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'My Enrolled Classes' },
  screenshots: [{ name: 'enroll-class' }],
} satisfies PageHandle

export default function EnrollClass() {
  return (
    <>
      <PageTitle page="My Enrolled Classes" />
      <QueryList
        title="My Enrolled Classes"
        count="Total Enrolled"
        query={useEnrolledClasses()}
        empty={<NotEnrolled />}
      >
        {(classes) => <EnrolledTable classes={classes} />}
      </QueryList>
    </>
  )
}

function NotEnrolled() {
  return (
    <Empty sentence="You are not enrolled in a class yet.">
      <ButtonLink to="/classes">Find your first class</ButtonLink>
    </Empty>
  )
}
