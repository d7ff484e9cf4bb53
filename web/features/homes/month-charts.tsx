import type { ReactNode } from 'react'
import type { MonthFigures } from '#contract/figures.ts'
import { formatPrice } from '#contract/values/format-price.ts'
import { Price } from '#web/school/price.tsx'
import { useSchool } from '#web/school/school.ts'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { getZoneName } from '#web/ui/text/dates.ts'
import { compareMonths, describePeriod, formatMonth, fromFirstData, toBars } from './months.ts'

interface MonthsProps {
  months: MonthFigures[]
  /** A link beside the title. */
  children?: ReactNode
}

/** Income and enrolments by month, as charts and as a table; one sentence before the first sale. */
export function MonthCharts({ months, children }: MonthsProps) {
  return (
    <section aria-labelledby="months-title">
      <div className="section-head">
        <h2 id="months-title" className="font-display text-2xl">
          {describePeriod(months)}
        </h2>
        {children}
      </div>
      {hasSales(months) ? (
        <Sales months={months} />
      ) : (
        <p className="mt-4 text-soft">
          No sales in these months. Income and enrolments appear here once there are some.
        </p>
      )}
    </section>
  )
}

function Sales({ months }: { months: MonthFigures[] }) {
  const { currencySign } = useSchool()
  const price = useFormatPrice()
  // Two digits, or whole numbers: `8.9K`, `113`.
  const compact = new Intl.NumberFormat('en', { notation: 'compact' })
  const shown = fromFirstData(months)
  const income = months.reduce((sum, month) => sum + month.income, 0)
  const enrolments = months.reduce((sum, month) => sum + month.enrolments, 0)
  return (
    <>
      <div className="month-charts">
        <Chart title="Income" total={price(income)}>
          <BarChart
            label={`Income by month, ${price(income)} in all. The numbers are in the table below.`}
            bars={toBars(shown, ({ income: value }) => value)}
            formatTick={(value) => `${currencySign}${compact.format(value)}`}
            // The axis has the sign, for which the months of a year have no room on a phone.
            formatValue={(value) => compact.format(value)}
          />
        </Chart>
        <Chart title="Enrolments" total={`${enrolments}`}>
          <BarChart
            label={`Enrolments by month, ${enrolments} in all. The numbers are in the table below.`}
            bars={toBars(shown, ({ enrolments: value }) => value)}
            formatTick={(value) => compact.format(value)}
            formatValue={(value) => compact.format(value)}
          />
        </Chart>
      </div>
      <p className="mt-4 text-sm text-soft">
        The last month is in progress. Refunds excluded. Months in {getZoneName()}.
      </p>
      <MonthTable months={months} />
    </>
  )
}

/** The present month against the last one, in words and money. Renders nothing before the first sale. */
export function MonthSummary({ months, children }: MonthsProps) {
  const compared = compareMonths(months, useFormatPrice())
  if (!compared || !hasSales(months)) return null
  const { title, income, enrolments, last } = compared
  return (
    <section aria-labelledby="month-title" className="mt-12">
      <div className="section-head">
        <h2 id="month-title" className="font-display text-2xl">
          {title}
        </h2>
        {children}
      </div>
      <p className="mt-4 border-line border-t pt-4 tabular-nums">
        <span className="wrap-anywhere font-display text-4xl">{income}</span>
        <span className="ms-3 whitespace-nowrap">{enrolments}</span>
      </p>
      <p className="mt-1 text-soft tabular-nums">{last}</p>
    </section>
  )
}

function useFormatPrice(): (amount: number) => string {
  const { currencyDecimals, currencySign } = useSchool()
  return (amount) => formatPrice(amount, currencyDecimals, currencySign)
}

function hasSales(months: MonthFigures[]): boolean {
  return months.some(({ income, enrolments }) => income !== 0 || enrolments > 0)
}

function Chart({ title, total, children }: { title: string; total: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex items-baseline justify-between gap-4 border-line border-b pb-2">
        <span className="edge-print">{title}</span>
        <span className="wrap-anywhere font-display text-2xl tabular-nums">{total}</span>
      </figcaption>
      {children}
    </figure>
  )
}

/** The numbers of the charts, newest first, in a section that is collapsed at first. */
function MonthTable({ months }: { months: MonthFigures[] }) {
  return (
    <details className="disclosure mt-4">
      <summary className="text-sm">The months as a table</summary>
      <table className="table mt-2 max-w-xl tabular-nums">
        <caption className="sr-only">Income and enrolments by month</caption>
        <Head />
        <tbody>
          {months.toReversed().map((figures) => (
            <MonthRow key={figures.month} figures={figures} />
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Month</th>
        <th scope="col" className="text-end">
          Income
        </th>
        <th scope="col" className="text-end">
          Enrolments
        </th>
      </tr>
    </thead>
  )
}

function MonthRow({ figures }: { figures: MonthFigures }) {
  const { month, income, enrolments } = figures
  return (
    <tr>
      <th scope="row">{formatMonth(month)}</th>
      <td className="text-end">
        <Price amount={income} />
      </td>
      <td className="text-end">{enrolments}</td>
    </tr>
  )
}
