import { type ComponentProps, useId } from 'react'

interface SelectProps extends ComponentProps<'select'> {
  label: string
  options: readonly { value: string | number; label: string }[]
}

/** A select of a form with its label. Accepts the props of react-hook-form's `register`. */
export function Select({ label, options, ...select }: SelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <select id={id} className="select w-full" {...select}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
