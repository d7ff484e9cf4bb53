/** The values of filters as users read them. */
import { LEVEL_LABELS } from '#contract/levels.ts'
import type { ClassSort, Weekday } from '#contract/search-keys.ts'

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

export const SORT_LABELS: Record<ClassSort, string> = {
  date: 'Next date',
  newest: 'Newest',
  price: 'Lowest price',
  popular: 'Most popular',
}

export const ONLINE_LABELS = { '1': 'Online', '0': 'At a place' }

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** `2027-01` → `January 2027` */
export function formatMonth(month: string): string {
  return `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
}

export { LEVEL_LABELS }
