import { useState } from 'react'
import type { ClassRuns } from '#contract/run-editing.ts'
import { RunList } from '#web/features/runs/run-list.tsx'
import { useOwnRuns } from '#web/features/runs/runs.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Dates', group: 'Teaching' },
  screenshots: [{ name: 'dates' }],
} satisfies PageHandle

/** The dates of all of the instructor's classes. */
export default function Dates() {
  const { data, error, refetch } = useOwnRuns()
  return (
    <>
      <PageTitle page="Dates" />
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Dates</h1>
      {data && <OwnDates classes={data} />}
      {!data && error && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading what="the dates">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}

function OwnDates({ classes }: { classes: ClassRuns[] }) {
  if (classes.length === 0)
    return (
      <Empty sentence="You haven't added a class yet.">
        <ButtonLink to="/dashboard/add-class">Add a Class</ButtonLink>
      </Empty>
    )
  return (
    <div className="grid gap-8">
      <AddDate classes={classes.filter(({ withdrawn_at }) => withdrawn_at === undefined)} />
      <RunList classes={classes} />
    </div>
  )
}

/** Chooses the class of a new date. */
function AddDate({ classes }: { classes: ClassRuns[] }) {
  const [chosen, choose] = useState(classes[0]?._id ?? '')
  if (classes.length === 0) return null
  return (
    <div className="run-tool">
      <Choice
        label="Class"
        className="min-w-0 max-w-full grow basis-64 sm:max-w-96"
        value={chosen}
        options={classes.map(({ _id, className }) => ({ value: _id, label: className }))}
        onChoose={choose}
      />
      <ButtonLink to={`/dashboard/dates/${chosen}/new`}>Add a date</ButtonLink>
    </div>
  )
}
