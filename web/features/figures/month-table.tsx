import type { MonthFigures } from '#contract/values/figures.ts'
import { Price } from '#web/school/price.tsx'
import { formatMonth } from './months.ts'

/** The numbers of the charts, newest first, in a section that is collapsed at first. */
export function MonthTable({ months }: { months: MonthFigures[] }) {
  return (
    <details className="mt-4">
      <summary className="cursor-pointer py-2 text-sm underline underline-offset-4">The months as a table</summary>
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
