import { Link } from 'react-router'
import { useQueue } from '#web/features/critique/submission.query.ts'
import { useInstructorFigures } from '#web/features/homes/figures.query.ts'
import { listInstructorSteps } from '#web/features/homes/instructor-steps.ts'
import { MonthCharts, MonthSummary } from '#web/features/homes/month-charts.tsx'
import { NextTaughtSession } from '#web/features/homes/next-session.tsx'
import { StepList } from '#web/features/homes/step-list.tsx'
import { useOwnRuns } from '#web/features/runs/runs.query.ts'
import { Greeting } from '#web/layout/dashboard/greeting.tsx'
import { Stat, StatList } from '#web/layout/dashboard/stats.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { Price } from '#web/school/price.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Instructor Home' },
  screenshots: [{ name: 'instructor-home' }, { name: 'instructor-menu', drawer: 'Dashboard menu' }],
} satisfies PageHandle

/** A welcome, and the figures of the instructor's classes. */
export default function InstructorHome() {
  const { data: figures, error, refetch } = useInstructorFigures()
  const { data: classes } = useOwnRuns()
  const { data: queue } = useQueue({ page: 1 })
  return (
    <>
      <PageTitle page="Instructor Home" />
      <Greeting welcome="Welcome Instructor" />
      <NextTaughtSession />
      {classes && figures && (
        <StepList title="Waiting for you" steps={listInstructorSteps(classes, { ...figures, queue })} />
      )}
      {figures && <MonthSummary months={figures.months} />}
      <StatList>
        <Stat
          to="/dashboard/my-class"
          count={figures?.seats_sold}
          noun={['seat', 'seats']}
          label="sold in all your classes"
        />
        <Stat
          to="/dashboard/my-class?status=pending"
          count={figures?.waiting}
          noun={['class', 'classes']}
          label="waiting for approval"
        />
        <Stat
          to="/dashboard/my-class"
          count={figures && <Price amount={figures.income} />}
          label="paid for your classes"
        />
      </StatList>
      {figures ? (
        <div className="mt-12">
          <MonthCharts months={figures.months} />
        </div>
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the figures">
          <Skeleton className="mt-12 h-80 w-full" />
        </Loading>
      )}
      <p className="mt-12 border-line border-t pt-6">
        <Link to="/dashboard/add-class" className="link">
          Add another class
        </Link>
      </p>
    </>
  )
}
