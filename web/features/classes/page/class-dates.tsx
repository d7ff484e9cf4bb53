import type { OfferedClass } from '#contract/class-pages.ts'
import type { Run } from '#contract/runs.ts'
import { toClassPath } from '#contract/slug.ts'
import { describeRun } from '#contract/values/session-times.ts'
import { useToday } from '#web/school/school.ts'
import { About } from '#web/ui/button.tsx'
import { DATES_ID } from './class-buy.tsx'
import { ClassDate } from './class-date.tsx'

/** The dates of a class, each with its own Select button if there are several. A single open run has nothing to list. */
export function ClassDates({ page: { schoolClass, light, canceled } }: { page: OfferedClass }) {
  const { runs, className } = schoolClass
  if (runs.every(({ sessions }) => sessions.length === 0) && runs.length < 2)
    return canceled.length > 0 && <CanceledDates runs={canceled} />
  return (
    <section id={DATES_ID} aria-labelledby="dates-title">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="dates-title" className="font-display text-2xl sm:text-3xl">
          {runs.length === 1 ? 'Date' : 'Dates'}
        </h2>
        <a href={`${toClassPath(schoolClass)}.ics`} className="link py-2 text-sm">
          Add to calendar
          <About>{className}</About>
        </a>
      </div>
      <ul>
        {runs.map((run) => (
          <ClassDate key={run._id} schoolClass={schoolClass} run={run} light={light} />
        ))}
      </ul>
      {canceled.length > 0 && <CanceledDates runs={canceled} />}
    </section>
  )
}

function CanceledDates({ runs }: { runs: Run[] }) {
  const today = useToday()
  return (
    <ul className="mt-4 text-soft">
      {runs.map((run) => (
        <li key={run._id}>Canceled: {describeRun(run, { now: today })}</li>
      ))}
    </ul>
  )
}
