import { Link } from 'react-router'
import { waiting } from '#web/features/classes/class-status.tsx'
import { useOwnClasses } from '#web/features/classes/own-classes.query.ts'
import { Greeting } from '#web/layout/greeting.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Standing, Standings } from '#web/ui/standing.tsx'

/** A welcome, and how the instructor's classes stand. */
export default function InstructorHome() {
  const { data: classes } = useOwnClasses()
  const sold = classes?.reduce((sum, { enroll }) => sum + enroll, 0)
  return (
    <>
      <Titled page="Instructor Home" />
      <Greeting welcome="Welcome Instructor" />
      <Standings>
        <Standing to="/dashboard/my-class" count={sold} counted={['seat', 'seats']} words="sold in all your classes" />
        <Standing
          to="/dashboard/my-class"
          count={waiting(classes)}
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
