import type { ComponentProps } from 'react'
import { useSchool } from '#web/school/school.ts'
import { Field } from '#web/ui/field.tsx'

type NumberFieldProps = Omit<ComponentProps<typeof Field>, 'label'>

export function SeatsField(props: NumberFieldProps) {
  return <Field label="Available Seats" type="number" inputMode="numeric" step={1} min={0} {...props} />
}

/** A price in the school's currency. */
export function PriceField(props: NumberFieldProps) {
  const { currency } = useSchool()
  const unit = <span className="field-unit">{currency.toUpperCase()}</span>
  return <Field label="Price" type="number" inputMode="decimal" step="any" min={0} end={unit} {...props} />
}
