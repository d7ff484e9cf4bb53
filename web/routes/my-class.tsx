import { useOwnClasses } from '#web/features/classes/own-classes.query.ts'
import { OwnClassesTable } from '#web/features/classes/own-classes-table.tsx'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { QueryList } from '#web/ui/query-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export default function MyClass() {
  return (
    <>
      <Titled page="My Class" />
      <QueryList title="My Class" count="Total Classes" query={useOwnClasses()} empty={<NothingTaught />}>
        {(classes) => <OwnClassesTable classes={classes} />}
      </QueryList>
    </>
  )
}

function NothingTaught() {
  return (
    <Empty sentence="You do not teach a class yet.">
      <ButtonLink to="/dashboard/add-class">Add a Class</ButtonLink>
    </Empty>
  )
}
