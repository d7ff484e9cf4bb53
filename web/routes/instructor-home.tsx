import { Link } from 'react-router'
import { useStudioFigures } from '#web/features/studio/figures.query.ts'
import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Standing, Standings } from '#web/ui/standing.tsx'

/** A welcome, and how the instructor's classes stand. */
export default function InstructorHome() {
  const { data: figures } = useStudioFigures()
  return (
    <>
      <Titled page="Instructor Home" />
      <Greeting welcome="Welcome Instructor" />
      <Standings>
        <Standing
          to="/dashboard/my-class"
          count={figures?.seats_sold}
          counted={['seat', 'seats']}
          words="sold in all your classes"
        />
        <Standing
          to="/dashboard/my-class?status=pending"
          count={figures?.waiting}
          counted={['class', 'classes']}
          words="waiting for approval"
        />
      </Standings>
      <p className="mt-8">
        <Link to="/dashboard/add-class" className="link">
          Offer another class
        </Link>
      </p>
    </>
  )
}
