import type { ClassFilters } from '#contract/class-search.ts'
import { CLASSES_PER_PAGE } from '#contract/search-keys.ts'
import { formatCount } from '#contract/values/count.ts'

/** `24 classes`, `1 class found`, or `61 to 120 of 130 classes found`. */
export function describeResults({
  total,
  page,
  isFiltered,
}: {
  total: number
  page: number
  isFiltered: boolean
}): string {
  const first = (page - 1) * CLASSES_PER_PAGE + 1
  const last = Math.min(total, page * CLASSES_PER_PAGE)
  const range = total > CLASSES_PER_PAGE && first <= total ? `${first} to ${last} of ` : ''
  return `${range}${formatCount(total, 'class', 'classes')}${isFiltered ? ' found' : ''}`
}

/** The title of the page of a search: `Classes by Ada`, `Classes for “night”`. */
export function describeSearch({ applied, instructor }: Pick<ClassFilters, 'applied' | 'instructor'>): string {
  if (instructor?.name) return `Classes by ${instructor.name}`
  return applied.q ? `Classes for “${applied.q}”` : 'Classes'
}

/** Returns why a search found nothing, and a remedy. */
export function describeEmpty(
  { applied, instructor }: Pick<ClassFilters, 'applied' | 'instructor'>,
  total: number,
): string {
  if (total > 0) return 'This page of the list is empty.'
  if (instructor && instructor._id === null) return 'We have no instructor with this address.'
  if (instructor && Object.keys(applied).length === 0) return 'This instructor has no open classes.'
  return 'No class matches. Try other words, or remove a filter.'
}
