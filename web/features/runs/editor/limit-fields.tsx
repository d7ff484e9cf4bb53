import { useId } from 'react'
import { AmountHint } from '#web/features/classes/amount-hint.tsx'
import { useSchool } from '#web/school/school.ts'
import { MomentField, RunField } from './run-field.tsx'
import type { PartProps } from './run-form-state.ts'

/** The seats of a run, its price and how long students can enroll. */
export function SeatsFields(part: PartProps) {
  const id = useId()
  const priceHintId = useId()
  const { currency } = useSchool()
  const unit = <span className="field-unit">{currency.toUpperCase()}</span>
  return (
    <section className="form-section" aria-labelledby={id}>
      <h2 id={id} className="font-display text-2xl">
        Seats and price
      </h2>
      <div className="grid grid-cols-2 items-start gap-5">
        <RunField {...part} field="seats" label="Available Seats" type="number" inputMode="numeric" />
        <div>
          <RunField {...part} field="price" label="Price" inputMode="decimal" end={unit} hintId={priceHintId} />
          <AmountHint id={priceHintId} text={part.form.watch('price')} empty="Empty: the price of the class." />
        </div>
      </div>
      <MomentField
        {...part}
        field="lastMoment"
        label="Last moment to enroll"
        timeLabel="Time of the last moment"
        hint="Empty: until the first session starts."
      />
    </section>
  )
}

/** The number of students without which a run may not take place, and when to decide. */
export function MinimumFields(part: PartProps) {
  const id = useId()
  return (
    <section className="form-section" aria-labelledby={id}>
      <h2 id={id} className="font-display text-2xl">
        Minimum
      </h2>
      <p className="max-w-prose text-sm text-soft">
        With fewer students you decide whether the date takes place. We remind you by e-mail.
      </p>
      <RunField {...part} field="minimum" label="Minimum number of students" type="number" inputMode="numeric" />
      <MomentField
        {...part}
        field="decideAt"
        label="Decision date"
        timeLabel="Time of the decision"
        hint="Empty: two days before the first session."
      />
    </section>
  )
}
