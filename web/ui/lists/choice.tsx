import { useId } from 'react'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
  className?: string
}

/** A select with a label. */
export function Choice<Value extends string>({ label, value, options, onChoose, className = '' }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <select
        id={id}
        className="select w-full"
        value={value}
        onChange={({ target }) => {
          const option = options.find(({ value }) => value === target.value)
          if (option) onChoose(option.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
