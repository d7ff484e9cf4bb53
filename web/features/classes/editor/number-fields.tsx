import { type ComponentProps, useId } from 'react'
import { AmountHint } from '#web/features/classes/amount-hint.tsx'
import { useSchool } from '#web/school/school.ts'
import { Field } from '#web/ui/field.tsx'

type NumberFieldProps = Omit<ComponentProps<typeof Field>, 'label'>

export function SeatsField(props: NumberFieldProps) {
  return <Field label="Available Seats" type="number" inputMode="numeric" step={1} min={0} {...props} />
}

interface PriceFieldProps extends NumberFieldProps {
  /** Typed text, which the field repeats as it is read. */
  text: string
}

/** A price in the school's currency. A text field: one for numbers drops a comma in some browsers. */
export function PriceField({ text, ...props }: PriceFieldProps) {
  const { currency } = useSchool()
  const hintId = useId()
  const unit = <span className="field-unit">{currency.toUpperCase()}</span>
  return (
    <div>
      <Field label="Price" inputMode="decimal" autoComplete="off" end={unit} hintId={hintId} {...props} />
      <AmountHint id={hintId} text={text} />
    </div>
  )
}
