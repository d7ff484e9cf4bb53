import type { ComponentProps } from 'react'
import { useSchool } from '#web/school/school.ts'
import { Field } from '#web/ui/field.tsx'

/** A price, in the school's currency. */
export function PriceField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  const { currency } = useSchool()
  const unit = <span className="field-unit">{currency.toUpperCase()}</span>
  return <Field label="Price" type="number" inputMode="decimal" step="any" min={0} end={unit} {...props} />
}
