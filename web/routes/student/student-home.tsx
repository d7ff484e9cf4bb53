import { Link } from 'react-router'
import { formatCount } from '#contract/values/count.ts'
import { useCart } from '#web/features/cart/cart.query.ts'
import { isPayable } from '#web/features/cart/list-statuses.ts'
import { useEnrolledClasses } from '#web/features/enrolments/enrolled-classes.query.ts'
import { StudentSessions } from '#web/features/homes/next-session.tsx'
import { NextSteps, PastClasses } from '#web/features/homes/next-steps.tsx'
import { WaitingLists } from '#web/features/waiting/waiting-lists.tsx'
import { Greeting } from '#web/layout/dashboard/greeting.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'

export const handle = {
  menu: { label: 'Student Home' },
  screenshots: [{ name: 'student-home' }, { name: 'student-menu', drawer: 'Dashboard menu' }],
} satisfies PageHandle

/** A greeting with the student's numbers of classes, the coming sessions, what is to do, and past classes. */
export default function StudentHome() {
  const selected = useCart().data?.filter(isPayable).length
  const enrolled = useEnrolledClasses().data?.length
  return (
    <>
      <PageTitle page="Student Home" />
      <Greeting welcome="Welcome Students">
        <p className="mt-3 flex min-h-6 flex-wrap gap-x-6 gap-y-1 text-soft">
          <Count to="/dashboard/my-selected-class" count={selected} label="selected, not yet paid" />
          <Count to="/dashboard/enroll-class" count={enrolled} label="you're enrolled in" />
        </p>
      </Greeting>
      <StudentSessions />
      <NextSteps />
      <WaitingLists />
      <PastClasses />
    </>
  )
}

/** Renders nothing without a class. */
function Count({ to, count, label }: { to: string; count: number | undefined; label: string }) {
  if (!count) return null
  return (
    <Link to={to} className="link text-base-content">
      {formatCount(count, 'class', 'classes')} {label}
    </Link>
  )
}
