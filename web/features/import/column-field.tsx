import type { ImportSource } from '#contract/import-columns.ts'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

const [NONE, SAME] = ['none', 'same']

interface ColumnFieldProps {
  label: string
  required?: true
  headers: string[]
  /** The cells of the first rows. */
  samples: string[][]
  source: ImportSource | undefined
  onChange: (source: ImportSource | undefined) => void
}

/** Chooses the column of a field, or one value for all rows. */
export function ColumnField({ label, required, headers, samples, source, onChange }: ColumnFieldProps) {
  const isSame = source !== undefined && 'value' in source
  const options = [
    { value: NONE, label: required ? 'Choose a column' : 'Not in the file' },
    ...headers.map((header, index) => ({ value: `${index}`, label: describeColumn(header, samples, index) })),
    { value: SAME, label: 'The same for all rows' },
  ]
  const choose = (value: string) => {
    if (value === NONE) onChange(undefined)
    else onChange(value === SAME ? { value: '' } : { column: Number(value) })
  }
  const value = source === undefined ? NONE : isSame ? SAME : `${source.column}`
  return (
    <div className={isSame ? 'form-pair' : ''}>
      <Select
        label={required ? `${label} (required)` : label}
        options={options}
        value={value}
        onChange={({ target }) => choose(target.value)}
      />
      {isSame && (
        <Field
          label={`${label} for all rows`}
          maxLength={MAX_NAME_LENGTH}
          value={source.value}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      )}
    </div>
  )
}

function describeColumn(header: string, samples: string[][], index: number): string {
  const sample = samples.map((cells) => cells[index] ?? '').find((cell) => cell !== '')
  if (!sample) return header
  return `${header} (${sample.length > 30 ? `${sample.slice(0, 30)}…` : sample})`
}
