import type { SchoolClass } from '#contract/classes.ts'
import { describeNextDate } from '#contract/next-date.ts'
import { toClassPath } from '#contract/slug.ts'
import { SelectButton } from '#web/features/cart/select-button.tsx'
import { useToday } from '#web/school/school.ts'
import { Print } from '#web/ui/print.tsx'
import { ClassPrice } from './class-price.tsx'
import { describeSeats } from './describe-seats.ts'
import { TaughtBy } from './taught-by.tsx'

interface ClassCardProps {
  schoolClass: SchoolClass
  /** Whether to show the number of enrolled students. */
  withEnrolled?: boolean
}

/** A class with its image and a caption. It is red when the class is sold out. */
export function ClassCard({ schoolClass, withEnrolled = false }: ClassCardProps) {
  const { className, classImage, seats } = schoolClass
  return (
    <Print
      to={toClassPath(schoolClass)}
      image={classImage}
      alt={`From the class ${className}`}
      title={className}
      className={seats === 0 ? 'print-sold' : ''}
    >
      <TaughtBy schoolClass={schoolClass} />
      <NextDate schoolClass={schoolClass} />
      <ClassFacts schoolClass={schoolClass} withEnrolled={withEnrolled} />
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

/** Price and seats as figures that need no label on screen. */
function ClassFacts({ schoolClass, withEnrolled }: Required<ClassCardProps>) {
  const { enroll, runs } = schoolClass
  return (
    <dl className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <div>
        <dt className="sr-only">Price</dt>
        <dd className="font-display text-3xl">
          <ClassPrice schoolClass={schoolClass} />
        </dd>
      </div>
      <div className="edge-print">
        <dt className="sr-only">Available seats</dt>
        <dd className="tabular-nums">{describeSeats(runs)}</dd>
      </div>
      {withEnrolled && (
        <div className="edge-print flex basis-full items-baseline justify-between gap-3">
          <dt>Enrolled</dt>
          <dd className="tabular-nums">{enroll}</dd>
        </div>
      )}
    </dl>
  )
}
