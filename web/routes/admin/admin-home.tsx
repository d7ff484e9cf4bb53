import { Link } from 'react-router'
import { listAdminSteps } from '#web/features/homes/admin-steps.ts'
import { Checklist } from '#web/features/homes/checklist.tsx'
import { ComingSessions } from '#web/features/homes/coming-sessions.tsx'
import { useAdminFigures } from '#web/features/homes/figures.query.ts'
import { MonthCharts, MonthSummary } from '#web/features/homes/month-charts.tsx'
import { NewestUsers } from '#web/features/homes/newest-users.tsx'
import { NextDate } from '#web/features/homes/next-date.tsx'
import { StepList } from '#web/features/homes/step-list.tsx'
import { WaitingClasses } from '#web/features/homes/waiting-classes.tsx'
import { TestMode } from '#web/features/payments/test-mode.tsx'
import { useWebhooks } from '#web/features/webhooks/webhooks.query.ts'
import { Greeting } from '#web/layout/dashboard/greeting.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useToday } from '#web/school/school.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Admin Home' },
  search: [
    {
      label: 'Admin Home',
      about: 'Figures, checklist, classes that wait for approval',
      words: 'dashboard overview statistics revenue sales reports',
    },
  ],
  screenshots: [{ name: 'admin-home' }, { name: 'admin-menu', drawer: 'Dashboard menu' }],
} satisfies PageHandle

/** A welcome, the next date beside what waits for approval and the present month, then decisions beside the coming dates and new users, then the months as charts. */
export default function AdminHome() {
  const { data: figures, error, refetch } = useAdminFigures()
  const { data: webhooks } = useWebhooks()
  const today = useToday()
  return (
    <>
      <PageTitle page="Admin Home" />
      <Greeting welcome="Welcome Admin">
        <TestMode className="mt-3 text-soft" note="Before you open, set Stripe's live keys on the server." />
      </Greeting>
      <Checklist />
      {figures ? (
        <>
          <div className="desk desk-first">
            <div>{figures.next && <NextDate session={figures.next} />}</div>
            <div>
              <WaitingClasses waiting={figures.waiting} />
              <MonthSummary months={figures.months}>
                <Link to="/dashboard/payments" className="link py-1 text-sm">
                  All payments
                </Link>
              </MonthSummary>
            </div>
          </div>
          <div className="desk">
            <div>
              <StepList title="Waiting for you" steps={listAdminSteps(figures, webhooks, today)} />
            </div>
            <div>
              <ComingSessions {...figures} />
              <NewestUsers users={figures.users} />
            </div>
          </div>
          <div className="mt-12">
            <MonthCharts months={figures.months}>
              <Link to="/dashboard/activity" className="link py-1 text-sm">
                Activity log
              </Link>
            </MonthCharts>
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
