import type { SchoolClass } from '#contract/classes.ts'
import { describeNextDate } from '#contract/next-date.ts'
import { toClassPath } from '#contract/slug.ts'
import { SelectButton } from '#web/features/cart/select-button.tsx'
import { useToday } from '#web/school/school.ts'
import { Print } from '#web/ui/print.tsx'
import { ClassPrice } from './class-price.tsx'
import { describeFreeSeats } from './describe-seats.ts'
import { TaughtBy } from './taught-by.tsx'

interface ClassCardProps {
  schoolClass: SchoolClass
  /** Whether to show the number of enrolled students. */
  withEnrolled?: boolean
}

/** A class with its image and a caption. It is red when the class is sold out. */
export function ClassCard({ schoolClass, withEnrolled = false }: ClassCardProps) {
  const { className, classImage, exposure, seats } = schoolClass
  return (
    <Print
      to={toClassPath(schoolClass)}
      image={classImage}
      alt={`From the class ${className}`}
      title={className}
      className={seats === 0 ? 'print-sold' : ''}
      edge={exposure}
      aside={<CardPrice schoolClass={schoolClass} />}
    >
      <TaughtBy schoolClass={schoolClass} />
      <NextDate schoolClass={schoolClass} />
      <Seats schoolClass={schoolClass} withEnrolled={withEnrolled} />
      <SelectButton schoolClass={schoolClass} />
    </Print>
  )
}

/** When the class takes place next, in one line. Renders nothing for a class without dates. */
function NextDate({ schoolClass: { runs } }: Pick<ClassCardProps, 'schoolClass'>) {
  const today = useToday()
  const text = describeNextDate(runs, today)
  return text && <p className="truncate text-sm">{text}</p>
}

/** The price beside the title, without a label on screen. */
function CardPrice({ schoolClass }: Pick<ClassCardProps, 'schoolClass'>) {
  return (
    <p className="print-price">
      <span className="sr-only">Price </span>
      <ClassPrice schoolClass={schoolClass} short />
    </p>
  )
}

/** How few seats make the line stand out. */
const FEW_SEATS = 2

/** One line: the available seats, and on the home page the enrolled students. */
function Seats({ schoolClass: { seats, enroll, runs }, withEnrolled }: Required<ClassCardProps>) {
  const isScarce = seats > 0 && seats <= FEW_SEATS
  return (
    <dl className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 text-sm tabular-nums">
      <div>
        <dt className="sr-only">Available seats</dt>
        <dd className={isScarce ? 'seats-few' : ''}>{runs.length === 0 ? 'No open dates' : describeFreeSeats(runs)}</dd>
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
