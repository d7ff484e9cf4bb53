import { useLocation } from 'react-router'
import { OWN_CLASS_COLUMNS } from '#web/features/classes/own-class-columns.tsx'
import { useOwnClasses } from '#web/features/classes/own-classes.query.ts'
import { StatusFilter, statusIn } from '#web/features/classes/status-filter.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'My Class' },
  screenshots: [{ name: 'my-class' }],
} satisfies PageHandle

/** The instructor's classes, with their actions. */
export default function MyClass() {
  const list = useListState(OWN_CLASS_COLUMNS)
  return (
    <>
      <PageTitle page="My Class" />
      <div className="own-classes">
        <PagedList
          title="My Class"
          count="Total Classes"
          noun="classes"
          hint="Class"
          list={list}
          query={useOwnClasses({ ...list.query, status: statusIn(list) })}
          columns={OWN_CLASS_COLUMNS}
          rowKey={({ _id }) => _id}
          filters={<StatusFilter list={list} />}
          empty={<NoClasses />}
        >
          <AddedClass />
        </PagedList>
      </div>
    </>
  )
}

/** Leads from a class that was just added to its dates. */
function AddedClass() {
  const { state } = useLocation()
  const added: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'added') : null
  if (typeof added !== 'string') return null
  return (
    <div className="hint mb-8 grid justify-items-start gap-3">
      <p>Your class waits for approval. Say when it takes place, so that an admin sees that too.</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`/dashboard/dates/${added}/new`}>Add a date</ButtonLink>
        <ButtonLink look="outline" to={`/dashboard/class-material/${added}`}>
          Add material
        </ButtonLink>
      </div>
    </div>
  )
}

function NoClasses() {
  return (
    <Empty sentence="You haven't added a class yet.">
      <ButtonLink to="/dashboard/add-class">Add a Class</ButtonLink>
    </Empty>
  )
}
