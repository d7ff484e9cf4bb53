import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { FailedJob, ServerStatus as Status, TimeCheck } from '#contract/status.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'
import { useAction } from '#web/use-action.ts'
import { describeJobs, describeStatus, type Fact } from './describe-status.ts'

/** The state of the server, and the jobs that failed. */
export function ServerStatus() {
  const { data, error, refetch } = useStatus()
  if (!data && error) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading what="status">
        <Skeleton className="h-96 w-full" />
      </Loading>
    )
  return (
    <div className="grid gap-12">
      <Facts status={data} />
      <TimeChecks checks={data.time_checks} />
      <FailedJobs jobs={data.failed_jobs} />
    </div>
  )
}

function Facts({ status }: { status: Status }) {
  return (
    <dl aria-label="Server" className="divide-y divide-line border-line border-y">
      {[describeJobs(status.queues), ...describeStatus(status)].map((fact) => (
        <Line key={fact.name} {...fact} />
      ))}
    </dl>
  )
}

function Line({ name, text, warning }: Fact) {
  return (
    <div className="grid gap-1 py-4 sm:grid-cols-[10rem_1fr]">
      <dt className="font-medium">{name}</dt>
      <dd>
        <p className="tabular-nums">{text}</p>
        {warning && <p className="text-error-ink text-sm">{warning}</p>}
      </dd>
    </div>
  )
}

/** Sessions whose time the school has to check. Renders nothing without one. */
function TimeChecks({ checks }: { checks: TimeCheck[] }) {
  const { mutate, isPending, variables } = useDismissTimeCheck()
  if (checks.length === 0) return null
  return (
    <section aria-labelledby="time-checks">
      <h2 id="time-checks" className="font-display text-2xl">
        Times to check
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {checks.map(({ _id, classId, runId, className, time, message }) => (
          <li key={_id} className="flex flex-wrap items-start justify-between gap-4 py-4">
            <div className="min-w-0">
              <Link className="link wrap-anywhere font-medium" to={`/dashboard/dates/${classId}/${runId}`}>
                {className}, {time}
              </Link>
              <p className="wrap-anywhere text-sm">{message}</p>
            </div>
            <Button look="outline" className="btn-sm" busy={isPending && variables === _id} onClick={() => mutate(_id)}>
              Checked
              <About>{`${className}, ${time}`}</About>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FailedJobs({ jobs }: { jobs: FailedJob[] }) {
  const { mutate, isPending, variables } = useRetryJob()
  return (
    <section aria-labelledby="failed-jobs">
      <h2 id="failed-jobs" className="font-display text-2xl">
        Failed jobs
      </h2>
      {jobs.length === 0 && <p className="mt-2 text-soft">No job has failed.</p>}
      <ul className="mt-2 divide-y divide-line">
        {jobs.map(({ _id, name, failed_at, attempts, problem }) => (
          <li key={_id} className="flex flex-wrap items-start justify-between gap-4 py-4">
            <div className="min-w-0">
              <p className="font-medium">{name}</p>
              <p className="text-sm text-soft">
                {formatMoment(failed_at)}, attempts: {attempts}
              </p>
              {problem && <p className="wrap-anywhere text-sm">{problem}</p>}
            </div>
            <Button look="outline" className="btn-sm" busy={isPending && variables === _id} onClick={() => mutate(_id)}>
              Retry
              <About>{name}</About>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const REFRESH_MS = 15_000

/** Reads the status again and again while the page is visible. */
function useStatus() {
  const { role } = useSession()
  return useQuery({
    queryKey: queryKeys.status,
    queryFn: () => call(api.getStatus),
    refetchInterval: REFRESH_MS,
    enabled: role === 'admin',
  })
}

function useDismissTimeCheck() {
  return useAction((id: string) => call(api.dismissTimeCheck, { params: { id } }), { after: 'timeChecked' })
}

function useRetryJob() {
  return useAction((id: string) => call(api.retryJob, { params: { id } }), {
    after: 'jobRetried',
    done: 'The job runs again.',
  })
}
