import type { ReactNode } from 'react'
import type { MonthFigures } from '#contract/values/figures.ts'
import { formatPrice } from '#contract/values/format-price.ts'
import { useSchool } from '#web/school/school.ts'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { getZoneName } from '#web/ui/text/dates.ts'
import { MonthTable } from './month-table.tsx'
import { fromFirstData, toBars } from './months.ts'

/** Income and enrolments by month, as charts and as a table. */
export function MonthCharts({ months }: { months: MonthFigures[] }) {
  const { currencyDecimals, currencySign } = useSchool()
  const price = (amount: number) => formatPrice(amount, currencyDecimals, currencySign)
  const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
  const shown = fromFirstData(months)
  const income = months.reduce((sum, month) => sum + month.income, 0)
  const enrolments = months.reduce((sum, month) => sum + month.enrolments, 0)
  return (
    <section aria-labelledby="months-title">
      <h2 id="months-title" className="font-display text-2xl">
        The last {months.length} months
      </h2>
      <div className="month-charts">
        <Chart title="Income" total={price(income)}>
          <BarChart
            label={`Income by month, ${price(income)} in all. The numbers are in the table below.`}
            bars={toBars(shown, ({ income: value }) => value)}
            formatValue={(value) => `${currencySign}${compact.format(value)}`}
          />
        </Chart>
        <Chart title="Enrolments" total={`${enrolments}`}>
          <BarChart
            label={`Enrolments by month, ${enrolments} in all. The numbers are in the table below.`}
            bars={toBars(shown, ({ enrolments: value }) => value)}
            formatValue={(value) => compact.format(value)}
          />
        </Chart>
      </div>
      <p className="mt-4 text-sm text-soft">Outlined month in progress. Refunds excluded. Months in {getZoneName()}.</p>
      <MonthTable months={months} />
    </section>
  )
}

function Chart({ title, total, children }: { title: string; total: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="edge-print mb-2 flex justify-between gap-4 border-line border-b pb-2">
        <span>{title}</span>
        <span className="tabular-nums">{total}</span>
      </figcaption>
      {children}
    </figure>
  )
}
