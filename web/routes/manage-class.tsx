import { useAllClasses } from '#web/features/classes/all-classes.query.ts'
import { AllClassesTable } from '#web/features/classes/all-classes-table.tsx'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { QueryList } from '#web/ui/query-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export default function ManageClass() {
  return (
    <>
      <Titled page="Manage Classes" />
      <QueryList title="Manage Classes" count="Total Classes" query={useAllClasses()} empty={<NothingOffered />}>
        {(classes) => <AllClassesTable classes={classes} />}
      </QueryList>
    </>
  )
}

function NothingOffered() {
  return (
    <Empty sentence="Nobody has offered a class yet.">
      <ButtonLink to="/dashboard/all-users">See who could teach one</ButtonLink>
    </Empty>
  )
}
