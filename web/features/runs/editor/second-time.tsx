import { useId } from 'react'
import type { LocalTime } from '#contract/values/local-time.ts'
import { isRepeated } from './run-times.ts'

interface SecondTimeProps {
  /** The name of the field. */
  label: string
  local: LocalTime
  zone: string
  onChange: (isSecond: boolean) => void
}

/** For a time that clocks repeat: the choice between the first and the second. It shows nothing for other times. */
export function SecondTime({ label, local, zone, onChange }: SecondTimeProps) {
  const name = useId()
  if (!isRepeated(local, zone)) return null
  const clock = local.text.split('T')[1]
  return (
    <fieldset className="mt-2 text-sm">
      <legend>
        {clock} happens twice on this day, because clocks go back. Which {label.toLowerCase()}?
      </legend>
      {[false, true].map((isSecond) => (
        <label key={String(isSecond)} className="me-4 inline-flex items-center gap-2 py-2">
          <input
            type="radio"
            name={name}
            className="size-4 accent-primary"
            checked={local.isSecond === isSecond}
            onChange={() => onChange(isSecond)}
          />
          {isSecond ? 'The second' : 'The first'}
        </label>
      ))}
    </fieldset>
  )
}
