import { useId, useState } from 'react'
import type { ClassFilters } from '#contract/class-search.ts'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterFields } from './filter-fields.tsx'
import { toParams } from './search-path.ts'
import { useLiveSearch } from './use-live-search.ts'

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
        <div className="flex gap-3">
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
        <details className="filters" open={isOpen}>
          <summary>Filters and order</summary>
          <FilterFields filters={filters} currencySign={currencySign} />
        </details>
      </form>
    </search>
  )
}
