import { useState } from 'react'
import type { EnrolledClass } from '#contract/enrolments.ts'
import { Button } from '#web/ui/button.tsx'
import { useChangeDate, useOtherDates } from './change-date.ts'
import { DateChoice } from './date-choice.tsx'

/** Moves a student to another date of their class. Shown only while there is another date to move to. */
export function ChangeDate({ enrolledClass }: { enrolledClass: EnrolledClass }) {
  const dates = useOtherDates(enrolledClass)
  const [choice, setChoice] = useState<string>()
  const { mutate, isPending } = useChangeDate(enrolledClass)
  const chosen = dates.find(({ _id }) => _id === choice) ?? dates[0]
  if (!chosen) return null
  return (
    <div className="grid gap-3">
      <DateChoice label="Change your date" runs={dates} value={chosen._id} onChoose={setChoice} />
      <Button look="outline" className="justify-self-start" busy={isPending} onClick={() => mutate(chosen._id)}>
        Change date
      </Button>
    </div>
  )
}
