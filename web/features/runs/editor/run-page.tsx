import type { SchoolClass } from '#contract/classes.ts'
import type { Run } from '#contract/runs.ts'
import { useSchool } from '#web/school/school.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { replacesUndated } from '../describe-run.ts'
import { classRunsQuery } from '../runs.query.ts'
import { browserZone } from './browser-zone.ts'
import { createDraft } from './run-draft.ts'
import { RunForm } from './run-form.tsx'
import { toCopy, toDraft } from './stored-run.ts'

interface RunPageProps {
  schoolClass: SchoolClass
  /** The run to change. */
  runId?: string | undefined
  /** The run to copy into a new one. */
  copyId?: string | null
}

/** The form of a new run, of a copy, or of a stored run. */
export function RunPage({ schoolClass, runId, copyId }: RunPageProps) {
  const { _id, className, withdrawn_at } = schoolClass
  const { data, error, refetch } = useFreshQuery(classRunsQuery(_id))
  if (withdrawn_at !== undefined)
    return <Closed classId={_id} sentence="This class is withdrawn. You can no longer change its dates." />
  if (data)
    return (
      <div className="grid gap-8">
        <p className="wrap-anywhere -mt-5 text-lg text-soft">{className}</p>
        <FormOfRun classId={_id} runs={data} runId={runId} copyId={copyId} />
      </div>
    )
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the dates">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}

type FormOfRunProps = Pick<RunPageProps, 'runId' | 'copyId'> & { classId: string; runs: Run[] }

function FormOfRun({ classId, runs, runId, copyId }: FormOfRunProps) {
  const { timeZone } = useSchool()
  const stored = runs.find(({ _id }) => _id === runId) ?? null
  const copied = runs.find(({ _id }) => _id === copyId)
  if (runId !== undefined && !stored) return <Closed classId={classId} sentence="We couldn't find this date." />
  if (stored?.canceled_at !== undefined)
    return <Closed classId={classId} sentence="This date is canceled. You can no longer change it." />
  const base = copied ? toCopy(copied, timeZone) : createDraft(timeZone ?? browserZone())
  return (
    <>
      {!stored && replacesUndated(runs) && (
        <p className="hint">The first date replaces the seats without a date that this class has now.</p>
      )}
      <RunForm classId={classId} stored={stored} draft={stored ? toDraft(stored, timeZone) : base} />
    </>
  )
}

function Closed({ classId, sentence }: { classId: string; sentence: string }) {
  return (
    <Empty sentence={sentence}>
      <ButtonLink look="outline" to={`/dashboard/dates/${classId}`}>
        Dates
      </ButtonLink>
    </Empty>
  )
}
