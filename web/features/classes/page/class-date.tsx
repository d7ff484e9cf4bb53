import type { OfferedClass } from '#contract/class-pages.ts'
import type { SchoolClass } from '#contract/classes.ts'
import type { Run } from '#contract/runs.ts'
import { RunPlace } from '#web/features/calendar/run-place.tsx'
import { SelectButton } from '#web/features/cart/select-button.tsx'
import { describeFreeSeats } from '#web/features/classes/card/describe-seats.ts'
import { toElementId } from '#web/features/classes/card/use-return-to-class.ts'
import { Price } from '#web/school/price.tsx'
import { useToday } from '#web/school/school.ts'
import { DateSessions } from './date-sessions.tsx'
import { describeLastMoment, describeMinimum } from './describe-date.ts'

interface ClassDateProps {
  schoolClass: SchoolClass
  run: Run
  light: OfferedClass['light']
}

/** One date of a class: its sessions, its place and its conditions. Among several it has price, seats and Select button as well. */
export function ClassDate({ schoolClass, run, light }: ClassDateProps) {
  const isChoice = schoolClass.runs.length > 1
  return (
    <li id={isChoice ? toElementId(run._id) : undefined} className="class-date">
      <div className="grid min-w-0 content-start gap-2">
        <DateSessions run={run} light={light} />
        <RunPlace run={run} />
        <Conditions run={run} />
      </div>
      {isChoice && (
        <div className="class-date-buy">
          <div>
            <p className="font-display text-2xl">
              <span className="sr-only">Price </span>
              <Price amount={run.price} />
            </p>
            <p className={`text-sm ${run.seats === 0 ? 'text-error-ink' : 'text-soft'}`}>{describeFreeSeats([run])}</p>
          </div>
          <div className="min-w-36">
            <SelectButton schoolClass={schoolClass} run={run} />
          </div>
        </div>
      )}
    </li>
  )
}

/** Until when students can enroll, and whether the date takes place. */
function Conditions({ run }: { run: Run }) {
  const today = useToday()
  const conditions = [describeLastMoment(run, today), describeMinimum(run, today)]
  return conditions.map((text) => text && <p key={text}>{text}</p>)
}
