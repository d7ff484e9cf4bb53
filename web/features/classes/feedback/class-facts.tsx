import type { ReactNode } from 'react'
import type { SchoolClass } from '#contract/classes.ts'
import { ClassStatus } from '#web/features/classes/class-status.tsx'
import { Price } from '#web/school/price.tsx'

/** The facts of a class that an admin considers. */
export function ClassFacts({ schoolClass }: { schoolClass: SchoolClass }) {
  const { price, seats, enroll } = schoolClass
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4 tabular-nums">
      <Fact term="Price">
        <Price amount={price} />
      </Fact>
      <Fact term="Available seats">{seats}</Fact>
      <Fact term="Enrolled">{enroll}</Fact>
      <Fact term="Status">
        <ClassStatus schoolClass={schoolClass} isBrief />
      </Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="edge-print text-soft">{term}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}
