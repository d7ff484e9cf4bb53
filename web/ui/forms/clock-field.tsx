import type { ComponentProps } from 'react'
import { Field } from '../field.tsx'
import { readClock } from '../text/read-clock.ts'

interface ClockFieldProps extends Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> {
  /** `18:00`, or what is being typed. */
  value: string
  onChange: (text: string) => void
}

/** A time of day on the clock of 24 hours, as all our pages have it: `type="time"` has the clock of the browser's language. */
export function ClockField({ value, onChange, ...field }: ClockFieldProps) {
  return (
    <Field
      {...field}
      inputMode="numeric"
      autoComplete="off"
      placeholder="18:00"
      maxLength={10}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => {
        const clock = readClock(value)
        if (clock !== null && clock !== value) onChange(clock)
      }}
    />
  )
}
