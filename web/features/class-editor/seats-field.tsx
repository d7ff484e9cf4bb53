import type { ComponentProps } from 'react'
import { Field } from '#web/ui/field.tsx'

export function SeatsField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  return <Field label="Available Seats" type="number" inputMode="numeric" step={1} min={0} {...props} />
}
