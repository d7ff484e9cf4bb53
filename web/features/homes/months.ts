/** Months (`2026-11`) as text and as bars of a chart, and days of the last months. */
import type { MonthFigures } from '#contract/figures.ts'
import { formatCount } from '#contract/values/count.ts'
import type { Bar } from '#web/ui/charts/bar-chart.tsx'
import { dateFormat } from '#web/ui/text/date-format.ts'
import { formatDay } from '#web/ui/text/dates.ts'

const formatShort = dateFormat({ month: 'short', timeZone: 'UTC' })
const formatMonthName = dateFormat({ month: 'long', timeZone: 'UTC' })
const formatLong = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `November 21`, and the year where it is not the present one. */
export function formatRecentDay(time: number, now: number): string {
  return formatDay(time).replace(formatDay(now).slice(-', 2026'.length), '')
}

/** `November 2026` */
export function formatMonth(month: string): string {
  return formatLong(toDate(month))
}

/** Describes the present month and the last one, which was whole. */
export function compareMonths(
  months: MonthFigures[],
  formatPrice: (amount: number) => string,
): { title: string; income: string; enrolments: string; last: string } | null {
  const [last, present] = months.slice(-2)
  if (!last || !present) return null
  const count = ({ enrolments }: MonthFigures) => formatCount(enrolments, 'enrolment')
  return {
    title: `${formatName(present)} so far`,
    income: formatPrice(present.income),
    enrolments: count(present),
    last: `${formatName(last)}: ${formatPrice(last.income)} and ${count(last)}`,
  }
}

/** `Since June`, or `The last 12 months` where the first of them has data. */
export function describePeriod(months: MonthFigures[]): string {
  const [first, ...others] = fromFirstData(months)
  return !first || others.length + 1 === months.length
    ? `The last ${months.length} months`
    : `Since ${formatName(first)}`
}

const formatName = ({ month }: MonthFigures) => formatMonthName(toDate(month))

/** Returns the months from the first one with data on; all of them where none has any. */
export function fromFirstData(months: MonthFigures[]): MonthFigures[] {
  const first = months.findIndex(({ income, enrolments }) => income > 0 || enrolments > 0)
  return months.slice(Math.max(0, first))
}

/** Returns a bar for each month, with the year below each January, and below the first month where no January follows it. */
export function toBars(months: MonthFigures[], measure: (month: MonthFigures) => number): Bar[] {
  return months.map((figures, index) => {
    const { month } = figures
    const isFirstOfYear = month.endsWith('-01') || (index === 0 && !months[1]?.month.endsWith('-01'))
    return {
      id: month,
      name: formatShort(toDate(month)),
      below: isFirstOfYear ? month.slice(0, 4) : undefined,
      value: measure(figures),
    }
  })
}

function toDate(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`)
}
