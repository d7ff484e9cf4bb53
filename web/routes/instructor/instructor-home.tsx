import { Link } from 'react-router'
import { formatCount } from '#contract/values/count.ts'
import { useQueue } from '#web/features/critique/submission.query.ts'
import { useInstructorFigures } from '#web/features/homes/figures.query.ts'
import { listInstructorSteps } from '#web/features/homes/instructor-steps.ts'
import { MonthCharts, MonthSummary } from '#web/features/homes/month-charts.tsx'
import { NextTaughtSession } from '#web/features/homes/next-session.tsx'
import { StepList } from '#web/features/homes/step-list.tsx'
import { useOwnRuns } from '#web/features/runs/runs.query.ts'
import { Greeting } from '#web/layout/dashboard/greeting.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Instructor Home' },
  screenshots: [{ name: 'instructor-home' }, { name: 'instructor-menu', drawer: 'Dashboard menu' }],
} satisfies PageHandle

/** A welcome, the next session, what waits beside the present month, then the months as charts. */
export default function InstructorHome() {
  const { data: figures, error, refetch } = useInstructorFigures()
  const { data: classes } = useOwnRuns()
  const { data: queue } = useQueue({ page: 1 })
  return (
    <>
      <PageTitle page="Instructor Home" />
      <Greeting welcome="Welcome Instructor" />
      <NextTaughtSession />
      {figures ? (
        <>
          <div className="desk">
            <div>
              {classes && (
                <StepList title="Waiting for you" steps={listInstructorSteps(classes, { ...figures, queue })} />
              )}
            </div>
            <div>
              <MonthSummary months={figures.months} />
              <ClassLinks waiting={figures.waiting} />
            </div>
          </div>
          <div className="mt-12">
            <MonthCharts months={figures.months} />
          </div>
        </>
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the figures">
          <Skeleton className="mt-12 h-80 w-full" />
        </Loading>
      )}
    </>
  )
}

/** The ways to the classes that wait for an admin, and to a new one. */
function ClassLinks({ waiting }: { waiting: number }) {
  return (
    <ul className="mt-6 grid justify-items-start gap-2">
      {waiting > 0 && (
        <li>
          <Link to="/dashboard/my-class?status=pending" className="link inline-block py-1">
            {formatCount(waiting, 'class', 'classes')} waiting for approval
          </Link>
        </li>
      )}
      <li>
        <Link to="/dashboard/add-class" className="link inline-block py-1">
          Add another class
        </Link>
      </li>
    </ul>
  )
}
