import { COMPARE_KEY } from '#contract/search-keys.ts'
import { toClassPath } from '#contract/slug.ts'
import { SelectButton } from '#web/features/cart/select-button.tsx'
import { About } from '#web/ui/button.tsx'
import { CardGrid, CardGridItem, toLargeSizes } from '#web/ui/card-grid.tsx'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import { Print } from '#web/ui/print.tsx'
import type { CardClass } from './card-class.ts'
import { ClassPrice } from './class-price.tsx'
import { describeImage } from './describe-image.ts'
import { describeFreeSeats, toSeatsLook } from './describe-seats.ts'
import { TaughtBy } from './taught-by.tsx'
import { toElementId, useReturnToClass } from './use-return-to-class.ts'

interface ClassGridProps {
  classes: CardClass[]
  withEnrolled?: boolean
  /** False on the instructor's own page. */
  withInstructor?: boolean
  /** One row that scrolls sideways on a phone. */
  rail?: boolean
  /** Lets visitors choose classes to compare, which needs no JavaScript. */
  comparable?: boolean
}

/** A grid of class cards. */
export function ClassGrid({ classes, withEnrolled, withInstructor = true, rail, comparable }: ClassGridProps) {
  useReturnToClass()
  return (
    <form action="/compare">
      <NeedsJavaScript action="select a class" />
      <CardGrid count={classes.length} rail={rail} lead>
        {classes.map((schoolClass, index) => (
          <CardGridItem key={schoolClass._id} id={toElementId(schoolClass._id)}>
            <ClassCard
              {...{ schoolClass, withEnrolled, withInstructor, comparable }}
              sizes={toLargeSizes(index, classes.length, comparable)}
            />
          </CardGridItem>
        ))}
      </CardGrid>
      {comparable && (
        <p className="compare-bar">
          <button type="submit" className="btn btn-primary">
            Compare classes
          </button>
        </p>
      )}
    </form>
  )
}

interface ClassCardProps {
  schoolClass: CardClass
  /** The `sizes` of its image, unless it is that of most cards. */
  sizes: string | undefined
  /** Shows the number of enrolled students. */
  withEnrolled: boolean | undefined
  withInstructor: boolean
  comparable: boolean | undefined
}

/** A class with its image and a caption. It is red when the class is sold out. */
function ClassCard({ schoolClass, sizes, withEnrolled, withInstructor, comparable }: ClassCardProps) {
  const { className, classImage, focus, exposure, seats, nextDate } = schoolClass
  return (
    <Print
      to={toClassPath(schoolClass)}
      image={classImage}
      alt={describeImage(schoolClass)}
      focus={focus}
      title={className}
      className={seats === 0 ? 'print-sold' : ''}
      edge={exposure}
      sizes={sizes}
      aside={<CardPrice schoolClass={schoolClass} />}
    >
      {withInstructor && <TaughtBy schoolClass={schoolClass} />}
      {nextDate && <p className="text-sm">{nextDate}</p>}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm tabular-nums">
        <Seats schoolClass={schoolClass} withEnrolled={withEnrolled} />
        {comparable && <CompareChoice schoolClass={schoolClass} />}
      </div>
      <SelectButton schoolClass={schoolClass} />
    </Print>
  )
}

function CompareChoice({ schoolClass: { _id, className } }: Pick<ClassCardProps, 'schoolClass'>) {
  return (
    <label className="compare-choice">
      <input type="checkbox" name={COMPARE_KEY} value={_id} />
      Compare
      <About>{className}</About>
    </label>
  )
}

/** The price beside the title, without a label on screen. */
function CardPrice({ schoolClass }: Pick<ClassCardProps, 'schoolClass'>) {
  return (
    <p className="print-price">
      <span className="sr-only">Price </span>
      <ClassPrice schoolClass={schoolClass} />
    </p>
  )
}

/** One line: the available seats, and on the home page the enrolled students. */
function Seats({
  schoolClass: { seats, enroll, runs },
  withEnrolled,
}: Pick<ClassCardProps, 'schoolClass' | 'withEnrolled'>) {
  return (
    <dl className="contents">
      <div>
        <dt className="sr-only">Available seats</dt>
        <dd className={toSeatsLook(seats)}>{runs.length === 0 ? 'No open dates' : describeFreeSeats(runs)}</dd>
      </div>
      {withEnrolled && (
        <div className="flex flex-row-reverse gap-1">
          <dt>enrolled</dt>
          <dd>{enroll}</dd>
        </div>
      )}
    </dl>
  )
}
