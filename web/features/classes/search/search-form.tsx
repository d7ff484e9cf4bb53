import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ClassFilters } from '#contract/class-search.ts'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterFields } from './filter-fields.tsx'
import { type SearchParams, toParams, toSearchPath } from './search-path.ts'

/** The form of a search. Without JavaScript, its button loads the page of the search. */
export function SearchForm({ filters }: { filters: ClassFilters }) {
  const { currencySign } = useSchool()
  const id = useId()
  const params = toParams(filters)
  const { q = '', sort: _, ...chosen } = params
  const hasFilters = Object.keys(chosen).length > 0
  // Filters open the panel. Only the user closes it, who may be choosing another one.
  const [isOpen, setOpen] = useState(hasFilters)
  if (hasFilters && !isOpen) setOpen(true)
  const form = useLiveSearch(params)
  return (
    <search>
      <form method="get" action="/classes" {...form}>
        <label htmlFor={id} className="field-label">
          Search classes
        </label>
        <div className="flex">
          <input
            id={id}
            name="q"
            type="search"
            maxLength={MAX_NAME_LENGTH}
            defaultValue={q}
            placeholder="Name, place or instructor"
            autoComplete="off"
            className="input min-w-0 flex-1"
          />
          <Button look="outline" type="submit">
            Search
          </Button>
        </div>
        <details className="disclosure filters" open={isOpen}>
          <summary>All filters</summary>
          <FilterFields filters={filters} currencySign={currencySign} />
        </details>
      </form>
    </search>
  )
}

/** A pause in typing, after which the search begins. In milliseconds. */
const TYPING_PAUSE = 300

/**
 * Searches while the user types and chooses, in the URL and without losing the focus. Returns the props of the form. Its fields are
 * uncontrolled, and follow a link or Back.
 */
function useLiveSearch(params: SearchParams) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { currencyDecimals } = useSchool()
  const path = pathname + search
  const shown = useRef<string>(null)
  /** Paths that this form has searched and that are not shown yet. */
  const searched = useRef<string[]>([])
  const run = async () => {
    clearTimeout(timer.current)
    const fields = form.current && (await readForm(form.current, currencyDecimals))
    if (!fields || !form.current) return
    const next = toSearchPath(fields)
    if (next === (searched.current.at(-1) ?? shown.current)) return
    searched.current.push(next)
    void navigate(next, { replace: true, preventScrollReset: true })
  }
  useEffect(() => {
    if (!form.current || path === shown.current) return
    const isFirst = shown.current === null
    const own = searched.current.indexOf(path)
    shown.current = path
    searched.current = own < 0 ? [] : searched.current.slice(own + 1)
    // Before hydration, and during a search, the user may have typed already.
    if (isFirst && isChanged(form.current)) timer.current = setTimeout(() => void run(), TYPING_PAUSE)
    if (!isFirst && own < 0) fill(form.current, params)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    ref: form,
    onChange: ({ target }: FormEvent<HTMLFormElement>) => {
      clearTimeout(timer.current)
      if (isTyped(target)) timer.current = setTimeout(() => void run(), TYPING_PAUSE)
      else void run()
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void run()
    },
  }
}

/** Returns the fields of the form, an amount in decimal notation where it is clear. What reads it is loaded once a price is typed. */
async function readForm(form: HTMLFormElement, decimals: number): Promise<[string, unknown][]> {
  const fields = Object.fromEntries(new FormData(form))
  const { price_max: price } = fields
  const reading = price ? (await loadAmount())?.readAmount(String(price), decimals) : null
  return Object.entries(reading && 'amount' in reading ? { ...fields, price_max: reading.amount } : fields)
}

/** Without it, the server reads the price as it was typed. */
const loadAmount = () => import('#contract/values/amount.ts').catch(() => null)

function isTyped(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox'
}

function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => field instanceof HTMLInputElement && field.value !== field.defaultValue)
}

/** Writes the parameters of a search into the fields. */
function fill(form: HTMLFormElement, params: SearchParams): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    const value = params[field.name as keyof SearchParams] ?? ''
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === field.value
    else field.value = value
  }
}
