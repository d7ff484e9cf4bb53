/** Months (`2026-11`, in UTC) in words, and as bars side by side. */
import type { MonthFigures } from '#contract/figures.ts'
import type { Bar } from '#web/ui/bar-chart.tsx'

const SHORT = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
const LONG = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `November 2026` */
export function monthWords(month: string): string {
  return LONG.format(dateOf(month))
}

/** A bar a month, with the year below the first one of each. */
export function barsOf(months: MonthFigures[], measure: (month: MonthFigures) => number): Bar[] {
  return months.map((one, index) => {
    const year = one.month.slice(0, 4)
    const begins = index === 0 || one.month.endsWith('-01')
    return {
      id: one.month,
      name: SHORT.format(dateOf(one.month)),
      below: begins ? year : undefined,
      value: measure(one),
    }
  })
}

function dateOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`)
}
