import { type ReactNode, useId } from 'react'

/** ` (3)`; empty for values that were not counted. */
export function describeCount(count: number | null): string {
  return count === null ? '' : ` (${count})`
}

interface FilterSelectProps<Choice> {
  name: string
  label: string
  value: string | undefined
  choices: Choice[]
  toLabel: (choice: Choice) => string
}

/** A select with the values of a filter. */
export function FilterSelect<Choice extends { value: string; count: number | null }>(props: FilterSelectProps<Choice>) {
  const { name, label, value = '', choices, toLabel } = props
  return (
    <Labeled label={label}>
      {(id) => (
        <select id={id} name={name} defaultValue={value} className="select w-full">
          <option value="">Any</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {toLabel(choice) + describeCount(choice.count)}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  )
}

/** A field with its label. */
export function Labeled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
