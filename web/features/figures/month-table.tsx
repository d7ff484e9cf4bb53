import type { MonthFigures } from '#contract/figures.ts'
import { Price } from '#web/school/price.tsx'
import { monthWords } from './months.ts'

/** The numbers behind the charts, newest first; folded until somebody wants them. */
export function MonthTable({ months }: { months: MonthFigures[] }) {
  return (
    <details className="mt-4">
      <summary className="cursor-pointer py-2 text-sm underline underline-offset-4">The months as a table</summary>
      <table className="table mt-2 max-w-xl tabular-nums">
        <caption className="sr-only">Income and enrolments by month</caption>
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
        <tbody>
          {months.toReversed().map((one) => (
            <tr key={one.month}>
              <th scope="row">{monthWords(one.month)}</th>
              <td className="text-end">
                <Price amount={one.income} />
              </td>
              <td className="text-end">{one.enrolments}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
