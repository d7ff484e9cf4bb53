import { type ReactNode, useEffect, useId, useState } from 'react'
import type { ClassFilters } from '#contract/class-search.ts'
import { CLASS_SORTS, type ClassSort } from '#contract/search-keys.ts'
import { formatMonth, LEVEL_LABELS, ONLINE_LABELS, SORT_LABELS, WEEKDAY_LABELS } from './labels.ts'

interface FilterFieldsProps {
  filters: ClassFilters
  /** Of prices: `$`. */
  currencySign: string
}

/** The order and the fields of all filters, with the number of classes for each value. A screen shows the first four in a row, and unfolds the others. */
export function FilterFields({ filters, currencySign }: FilterFieldsProps) {
  const { applied, instructor, levels, instructors, months, weekdays, online, free } = filters
  // Weeks begin on Monday here.
  const [sunday, ...week] = weekdays
  return (
    <div className="filter-fields">
      <FilterSelect
        name="level"
        label="Level"
        value={applied.level}
        choices={levels}
        toLabel={(it) => LEVEL_LABELS[it.value]}
      />
      <FilterSelect
        name="month"
        label="Month"
        value={applied.month}
        choices={months}
        toLabel={(it) => formatMonth(it.value)}
      />
      <FilterSelect
        name="online"
        label="Where"
        value={applied.online}
        choices={online}
        toLabel={(it) => ONLINE_LABELS[it.value]}
      />
      <SortField value={applied.sort} hasWords={applied.q !== undefined} />
      <FilterSelect
        name="weekday"
        label="Weekday"
        value={applied.weekday}
        choices={sunday ? [...week, sunday] : week}
        toLabel={(it) => WEEKDAY_LABELS[it.value]}
      />
      <FilterSelect
        name="instructor"
        label="Instructor"
        value={instructor?._id ?? undefined}
        choices={includeChosen(instructors, instructor)}
        toLabel={(it) => it.name}
      />
      <PriceField sign={currencySign} value={applied.price_max} />
      <label className="flex items-center gap-3 self-end py-2.5">
        <input type="checkbox" name="free" value="1" defaultChecked={applied.free === '1'} className="size-5" />
        {`Free seats only${describeCount(free)}`}
      </label>
    </div>
  )
}

/** The instructor of the search is a choice even without classes that match the other filters. */
function includeChosen(instructors: ClassFilters['instructors'], chosen: ClassFilters['instructor']) {
  if (!chosen?._id || instructors.some(({ value }) => value === chosen._id)) return instructors
  return [{ value: chosen._id, name: chosen.name ?? '', count: null }, ...instructors]
}

function PriceField({ sign, value }: { sign: string; value: number | undefined }) {
  const [typed, setTyped] = useState({ text: `${value ?? ''}`, value })
  const hintId = useId()
  const AmountHint = useAmountHint(typed.text !== '')
  // A link or Back has filled the field with another value.
  if (typed.value !== value) setTyped({ text: `${value ?? ''}`, value })
  return (
    <Labeled label={`Highest price (${sign.trim()})`}>
      {(id) => (
        <>
          <input
            id={id}
            name="price_max"
            inputMode="decimal"
            defaultValue={value}
            onInput={({ currentTarget }) => setTyped({ text: currentTarget.value, value })}
            aria-describedby={hintId}
            className="input w-full"
          />
          {AmountHint && <AmountHint id={hintId} text={typed.text} />}
        </>
      )}
    </Labeled>
  )
}

/** Loads the hint with the first amount, since few visitors type one. Without it the field works all the same. */
function useAmountHint(isNeeded: boolean) {
  const [AmountHint, setAmountHint] = useState<typeof import('#web/features/classes/amount-hint.tsx').default | null>(
    null,
  )
  useEffect(() => {
    if (!isNeeded) return
    import('#web/features/classes/amount-hint.tsx').then(
      (loaded) => setAmountHint(() => loaded.default),
      () => undefined,
    )
  }, [isNeeded])
  return AmountHint
}

function SortField({ value, hasWords }: { value: ClassSort | undefined; hasWords: boolean }) {
  return (
    <Labeled label="Sort by">
      {(id) => (
        <select id={id} name="sort" defaultValue={value ?? ''} className="select w-full">
          <option value="">{hasWords ? 'Best match' : 'Newest'}</option>
          {CLASS_SORTS.filter((sort) => sort !== 'newest' || hasWords).map((sort) => (
            <option key={sort} value={sort}>
              {SORT_LABELS[sort]}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  )
}

/** ` (3)`; empty for values that were not counted. */
function describeCount(count: number | null): string {
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
function FilterSelect<Choice extends { value: string; count: number | null }>(props: FilterSelectProps<Choice>) {
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
function Labeled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
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
