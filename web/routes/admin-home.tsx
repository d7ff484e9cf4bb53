import { Link } from 'react-router'
import type { OfficeFigures } from '#contract/figures.ts'
import { MonthCharts } from '#web/features/figures/month-charts.tsx'
import { useOfficeFigures } from '#web/features/office/figures.query.ts'
import { NewestUsers } from '#web/features/office/newest-users.tsx'
import { WaitingClasses } from '#web/features/office/waiting-classes.tsx'
import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Standing, Standings } from '#web/ui/standing.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

/** A welcome, and what lies on the admin's desk. */
export default function AdminHome() {
  const { data: figures, error, refetch } = useOfficeFigures()
  return (
    <>
      <Titled page="Admin Home" />
      <Greeting welcome="Welcome Admin" />
      <Standings>
        <Standing
          to="/dashboard/manage-class?status=pending"
          count={figures?.waiting.total}
          counted={['class', 'classes']}
          words="waiting for approval"
        />
        <Standing
          to="/dashboard/all-users"
          count={figures?.users.total}
          counted={['user', 'users']}
          words="at the school"
        />
        <Standing
          to="/dashboard/payments"
          count={figures?.payments}
          counted={['payment', 'payments']}
          words="in the books"
        />
      </Standings>
      {figures ? (
        <Desk figures={figures} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the figures">
          <Skeleton className="mt-12 h-80 w-full" />
        </Loading>
      )}
      <p className="mt-12 border-line border-t pt-6">
        <Link to="/dashboard/activity" className="link">
          The record of who did what
        </Link>
      </p>
    </>
  )
}

function Desk({ figures: { months, waiting, users } }: { figures: OfficeFigures }) {
  return (
    <div className="mt-12 grid gap-12">
      <MonthCharts months={months} />
      <WaitingClasses waiting={waiting} />
      <NewestUsers users={users.newest} />
    </div>
  )
}
