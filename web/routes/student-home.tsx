import { useCart } from '#web/features/cart/cart.query.ts'
import { useEnrolled } from '#web/features/enrolments/enrolled.query.ts'
import { WhatComesNext } from '#web/features/student-home/what-comes-next.tsx'
import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Standing, Standings } from '#web/ui/standing.tsx'

const CLASSES = ['class', 'classes'] as const

/** A welcome, and where the student stands. */
export default function StudentHome() {
  const selected = useCart().data?.length
  const enrolled = useEnrolled().data?.length
  return (
    <>
      <Titled page="Student Home" />
      <Greeting welcome="Welcome Students" />
      <Standings>
        <Standing
          to="/dashboard/my-selected-class"
          count={selected}
          counted={CLASSES}
          words="selected, waiting to be paid"
        />
        <Standing to="/dashboard/enroll-class" count={enrolled} counted={CLASSES} words="enrolled, yours to learn" />
      </Standings>
      <WhatComesNext />
    </>
  )
}
