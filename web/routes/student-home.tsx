import { Link } from 'react-router'
import { useCart } from '#web/features/cart/cart.query.ts'
import { useEnrolled } from '#web/features/enrolments/enrolled.query.ts'
import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'

/** A welcome, and where the student stands. */
export default function StudentHome() {
  const selected = useCart().data?.length
  const enrolled = useEnrolled().data?.length
  return (
    <>
      <Titled page="Student Home" />
      <Greeting welcome="Welcome Students" />
      <ul className="mt-10 grid gap-4 sm:grid-cols-2">
        <Standing to="/dashboard/my-selected-class" count={selected} words="selected, waiting to be paid" />
        <Standing to="/dashboard/enroll-class" count={enrolled} words="enrolled, yours to learn" />
      </ul>
      <p className="mt-8">
        <Link to="/classes" className="link">
          Find another class
        </Link>
      </p>
    </>
  )
}

function Standing({ to, count, words }: { to: string; count: number | undefined; words: string }) {
  return (
    <li>
      <Link to={to} className="standing">
        <span className="font-display text-5xl tabular-nums">{count ?? '–'}</span>
        <span className="text-soft">
          {count === 1 ? 'class' : 'classes'} {words}
        </span>
      </Link>
    </li>
  )
}
