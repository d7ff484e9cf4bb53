import { type FormEvent, useState } from 'react'
import type { Import, ImportMatch } from '#contract/import.ts'
import {
  findMissingField,
  guessColumns,
  guessPreset,
  type ImportColumns,
  type ImportSource,
} from '#contract/import-columns.ts'
import { IMPORT_PRESETS, type ImportPresetName } from '#contract/import-presets.ts'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { useMatch } from './import.query.ts'

const PRESETS = Object.entries(IMPORT_PRESETS).map(([value, { label }]) => ({ value, label }))

const DATE_ORDERS = [
  { value: '', label: 'Find out from the file' },
  { value: 'day-month', label: 'Day, month, year (4.5.2027 is in May)' },
  { value: 'month-day', label: 'Month, day, year (5/4/2027 is in May)' },
]

/** Empty where the file is to tell it. */
type DateOrder = ImportMatch['date_order'] | ''

interface MatchFormProps {
  current: Import
  onMatched: () => void
}

/** The second step: what the columns mean. The headers give a first guess. */
export function MatchForm({ current, onMatched }: MatchFormProps) {
  const { headers, samples } = current
  const { mutate, isPending, error } = useMatch(current, onMatched)
  const { preset, columns, dateOrder, choosePreset, setSource, setDateOrder } = useChoices(current)
  const [problem, setProblem] = useState<string>()
  const { kind, fields } = IMPORT_PRESETS[preset]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = findMissingField(IMPORT_PRESETS[preset], columns)
    setProblem(missing === null ? undefined : `Choose a column or a value for ${missing}.`)
    if (missing !== null) return
    const names = new Set(fields.map(({ name }) => name))
    const own = Object.fromEntries(Object.entries(columns).filter(([name]) => names.has(name)))
    mutate({ kind, columns: own, ...(dateOrder && { date_order: dateOrder }) })
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Match columns" className="grid max-w-2xl gap-5">
      <FormError message={problem ?? error?.message} />
      <Select
        label="What is in the file?"
        options={PRESETS}
        value={preset}
        onChange={({ target }) => choosePreset(target.value as ImportPresetName)}
      />
      {fields.map((field) => (
        <ColumnField
          key={field.name}
          {...field}
          {...{ headers, samples }}
          source={columns[field.name]}
          onChange={(source) => setSource(field.name, source)}
        />
      ))}
      {fields.some(({ name }) => name === 'date') && (
        <Select
          label="Order of dates"
          options={DATE_ORDERS}
          value={dateOrder}
          onChange={({ target }) => setDateOrder(target.value as DateOrder)}
        />
      )}
      <Button type="submit" className="justify-self-start" busy={isPending}>
        Check rows
      </Button>
    </form>
  )
}

/** The choices of the form: those of an earlier check, or a guess. */
function useChoices({ headers, match }: Import) {
  const { timeZone } = useSchool()
  const guess = (preset: ImportPresetName): ImportColumns => {
    const zone: ImportColumns = timeZone === null ? {} : { time_zone: { value: timeZone } }
    return { ...zone, ...guessColumns(preset, headers) }
  }
  const first = match ? (match.columns.status ? 'eventbrite' : match.kind) : guessPreset(headers)
  const [preset, setPreset] = useState<ImportPresetName>(first)
  const [columns, setColumns] = useState<ImportColumns>(match?.columns ?? guess(first))
  const [dateOrder, setDateOrder] = useState<DateOrder>(match?.date_order ?? '')
  return {
    preset,
    columns,
    dateOrder,
    setDateOrder,
    choosePreset: (next: ImportPresetName) => {
      setPreset(next)
      setColumns(guess(next))
    },
    setSource: (name: string, source: ImportColumns[string] | undefined) => {
      const { [name]: _, ...others } = columns
      setColumns(source ? { ...others, [name]: source } : others)
    },
  }
}

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
function ColumnField({ label, required, headers, samples, source, onChange }: ColumnFieldProps) {
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
