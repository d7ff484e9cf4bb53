import type { SchoolClass } from '#contract/classes.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { useRunWaiting } from '#web/features/waiting/run-waiting.query.ts'
import { WAITING_COLUMNS } from '#web/features/waiting/waiting-columns.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/run-waiting.ts'

export const handle = {
  within: '/dashboard/manage-class',
  screenshots: [{ name: 'run-waiting', fill: 'taughtRun' }],
} satisfies PageHandle

/** The waiting list of a date: for its instructor, and for admins. */
export default function RunWaiting({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Waiting List" />
      <ManagedClassPage title="Waiting List" listed query={useSchoolClass(params.id)}>
        {(schoolClass) => <List schoolClass={schoolClass} runId={params.runId} />}
      </ManagedClassPage>
    </>
  )
}

function List({ schoolClass: { _id, className, runs }, runId }: { schoolClass: SchoolClass; runId: string }) {
  const list = useListState(WAITING_COLUMNS)
  const run = runs.find((each) => each._id === runId)
  return (
    <PagedList
      title="Waiting List"
      count="Total"
      noun="entries"
      hint="Name or e-mail"
      list={list}
      query={useRunWaiting(runId, list.query)}
      columns={WAITING_COLUMNS}
      rowKey={(entry) => entry._id}
      empty={<Empty sentence="Nobody waits for a seat of this date." />}
      tools={
        <ButtonLink look="outline" to={`/dashboard/dates/${_id}`}>
          Dates
        </ButtonLink>
      }
    >
      <p className="wrap-anywhere -mt-5 mb-8 text-lg text-soft">
        {className}
        {run && run.starts !== null && `, ${formatClockTime(run.starts, run.time_zone, { now: 'always' })}`}
      </p>
    </PagedList>
  )
}
