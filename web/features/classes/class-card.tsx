import type { ReactNode } from 'react'
import type { SchoolClass } from '#contract/classes.ts'
import { SelectButton } from '#web/features/cart/select-button.tsx'
import { Price } from '#web/school/price.tsx'
import { CARD_GRID_SIZES } from '#web/ui/card-grid.tsx'
import { Avatar, Picture } from '#web/ui/picture.tsx'

interface ClassCardProps {
  schoolClass: SchoolClass
  /** Whether to show the number of enrolled students. */
  withEnrolled?: boolean
}

/** A class with its image and a caption. It is red when the class is sold out. */
export function ClassCard({ schoolClass, withEnrolled = false }: ClassCardProps) {
  const { className, classImage, instructorName, instructorImage, seats } = schoolClass
  return (
    <article className={`print ${seats === 0 ? 'print-sold' : ''}`}>
      <div className="print-frame">
        <Picture
          src={classImage}
          alt={`From the class ${className}`}
          sizes={CARD_GRID_SIZES}
          className="print-picture"
        />
      </div>
      <div className="print-caption">
        <h3 className="line-clamp-2 break-words font-display text-2xl">{className}</h3>
        <p className="flex min-w-0 items-center gap-2.5">
          <Avatar src={instructorImage} className="size-7" />
          <span className="truncate">{instructorName}</span>
        </p>
        <ClassFacts schoolClass={schoolClass} withEnrolled={withEnrolled} />
        <SelectButton schoolClass={schoolClass} />
      </div>
    </article>
  )
}

function ClassFacts({ schoolClass, withEnrolled }: Required<ClassCardProps>) {
  const { price, seats, enroll } = schoolClass
  return (
    <dl className="edge-print mt-auto">
      <Fact term="Price">
        <Price amount={price} />
      </Fact>
      <Fact term="Available seats">{seats === 0 ? '0 · sold out' : seats}</Fact>
      {withEnrolled && <Fact term="Enrolled">{enroll}</Fact>}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt>{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
