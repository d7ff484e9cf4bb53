import { useState } from 'react'
import type { EnrolledClass } from '#contract/enrolments.ts'
import type { Run } from '#contract/runs.ts'
import { Button } from '#web/ui/button.tsx'
import { type Confirmation, confirm } from '#web/ui/confirm.ts'
import { useChangeDate, useOtherDates } from './change-date.ts'
import { DateChoice, nameRun } from './date-choice.tsx'

function toQuestion({ className, run }: EnrolledClass, next: Run): Confirmation {
  return {
    title: 'Change your date?',
    text: `${className}: from ${nameRun(run)} to ${nameRun(next)}.`,
    detail: 'Your present seat goes to others at once. We e-mail you.',
    action: 'Change date',
  }
}

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
      <Button
        look="outline"
        className="justify-self-start"
        busy={isPending}
        onClick={async () => {
          if (await confirm(toQuestion(enrolledClass, chosen))) mutate(chosen._id)
        }}
      >
        Change date
      </Button>
    </div>
  )
}
