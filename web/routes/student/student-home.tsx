import { useCart } from '#web/features/cart/cart.query.ts'
import { isPayable } from '#web/features/cart/list-statuses.ts'
import { useEnrolledClasses } from '#web/features/enrolments/enrolled-classes.query.ts'
import { StudentSessions } from '#web/features/homes/next-session.tsx'
import { NextSteps, PastClasses } from '#web/features/homes/next-steps.tsx'
import { WaitingLists } from '#web/features/waiting/waiting-lists.tsx'
import { Greeting } from '#web/layout/dashboard/greeting.tsx'
import { Stat, StatList } from '#web/layout/dashboard/stats.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'

export const handle = {
  menu: { label: 'Student Home' },
  screenshots: [{ name: 'student-home' }, { name: 'student-menu', drawer: 'Dashboard menu' }],
} satisfies PageHandle

const CLASSES = ['class', 'classes'] as const

/** A greeting, the coming sessions, what is to do, past classes, and the student's numbers of classes. */
export default function StudentHome() {
  const selected = useCart().data?.filter(isPayable).length
  const enrolled = useEnrolledClasses().data?.length
  return (
    <>
      <PageTitle page="Student Home" />
      <Greeting welcome="Welcome Students" />
      <StudentSessions />
      <NextSteps />
      <WaitingLists />
      <PastClasses />
      <StatList>
        <Stat to="/dashboard/my-selected-class" count={selected} noun={CLASSES} label="selected, not yet paid" />
        <Stat to="/dashboard/enroll-class" count={enrolled} noun={CLASSES} label="you're enrolled in" />
      </StatList>
    </>
  )
}
