import { useEnrolled } from '#web/features/enrolments/enrolled.query.ts'
import { EnrolledTable } from '#web/features/enrolments/enrolled-table.tsx'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { QueryList } from '#web/ui/query-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export default function EnrollClass() {
  return (
    <>
      <Titled page="My Enrolled Classes" />
      <QueryList title="My Enrolled Classes" count="Total Enrolled" query={useEnrolled()} empty={<NotEnrolled />}>
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
