import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { ClassFilters } from '#contract/class-search.ts'
import { formatPrice } from '#contract/values/format-price.ts'
import { useSchool } from '#web/school/school.ts'
import { focusSoon } from '#web/ui/focus.ts'
import { formatMonth, LEVEL_LABELS, ONLINE_LABELS, WEEKDAY_LABELS } from './labels.ts'
import { toParams, toSearchPath } from './search-path.ts'

/** The chosen filters as links that remove them. */
export function ActiveFilters({ filters }: { filters: ClassFilters }) {
  const { currencyDecimals, currencySign } = useSchool()
  const params = toParams(filters)
  const formatLimit = (price: number) => formatPrice(price, currencyDecimals, currencySign).replace(/\.0+$/, '')
  const chips = listChips(filters, formatLimit)
  if (chips.length === 0) return null
  return (
    <ul className="filter-chips" aria-label="Chosen filters">
      {chips.map(([key, label]) => (
        <li key={key}>
          <Link
            to={toSearchPath(Object.entries({ ...params, [key]: undefined }))}
            className="filter-chip"
            preventScrollReset
            onClick={focusAfter}
          >
            <span className="sr-only">Remove </span>
            <span className="wrap-anywhere min-w-0">{label}</span>
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to="/classes" className="link" preventScrollReset onClick={focusAfter}>
            Clear all filters
          </Link>
        </li>
      )}
    </ul>
  )
}

/** After a removal by keyboard, focuses the next chip, or the search field where none follows. */
function focusAfter({ currentTarget: link, detail }: MouseEvent<HTMLElement>): void {
  // A tap on a phone would open the keyboard.
  if (detail > 0) return
  const next = link.parentElement?.nextElementSibling?.querySelector('a')
  focusSoon(() => {
    if (link.isConnected) return null
    return next?.isConnected ? next : document.querySelector<HTMLElement>('search input')
  })
}

function listChips({ applied, instructor }: ClassFilters, formatLimit: (price: number) => string): [string, string][] {
  const { q, level, price_max, free, month, weekday, online } = applied
  const chips: [string, string | false | undefined][] = [
    ['q', q && `“${q}”`],
    ['level', level && LEVEL_LABELS[level]],
    ['instructor', instructor ? (instructor.name ?? 'Unknown instructor') : undefined],
    ['month', month && formatMonth(month)],
    ['weekday', weekday && WEEKDAY_LABELS[weekday]],
    ['online', online && ONLINE_LABELS[online]],
    ['price_max', price_max !== undefined && `Up to ${formatLimit(price_max)}`],
    ['free', free && 'Free seats'],
  ]
  return chips.flatMap(([key, label]) => (label ? [[key, label] satisfies [string, string]] : []))
}
