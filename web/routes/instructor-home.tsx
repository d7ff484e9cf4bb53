import { Link } from 'react-router'
import type { StudioFigures } from '#contract/figures.ts'
import { MonthCharts } from '#web/features/figures/month-charts.tsx'
import { useStudioFigures } from '#web/features/studio/figures.query.ts'
import { Greeting } from '#web/layout/greeting.tsx'
import { Price } from '#web/school/price.tsx'
import { Titled } from '#web/school/titled.tsx'
import { Standing, Standings } from '#web/ui/standing.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

/** A welcome, and how the instructor's classes stand. */
export default function InstructorHome() {
  const { data: figures, error, refetch } = useStudioFigures()
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
      {figures ? (
        <Studio figures={figures} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the figures">
          <Skeleton className="mt-12 h-80 w-full" />
        </Loading>
      )}
      <p className="mt-12 border-line border-t pt-6">
        <Link to="/dashboard/add-class" className="link">
          Offer another class
        </Link>
      </p>
    </>
  )
}

function Studio({ figures: { income, months } }: { figures: StudioFigures }) {
  return (
    <div className="mt-12 grid gap-12">
      <p className="text-lg">
        Students have paid <Price amount={income} /> for your classes.
      </p>
      <MonthCharts months={months} />
    </div>
  )
}
