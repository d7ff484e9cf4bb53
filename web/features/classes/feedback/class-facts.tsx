import type { SchoolClass } from '#contract/classes.ts'
import { ClassStatus } from '#web/features/classes/class-status.tsx'
import { Price } from '#web/school/price.tsx'
import { Fact } from '#web/ui/text/fact.tsx'

/** The facts of a class that an admin considers. */
export function ClassFacts({ schoolClass }: { schoolClass: SchoolClass }) {
  const { price, seats, enroll } = schoolClass
  return (
    <dl className="grid grid-cols-2 gap-x-10 gap-y-4 tabular-nums">
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
