import type { ClassRuns } from '#contract/run-editing.ts'
import { RunItem } from './run-item.tsx'
import { type RunOfClass, sortRuns } from './sort-runs.ts'

/** The runs of classes: upcoming ones, then past and canceled ones, which are folded. */
export function RunList({ classes }: { classes: readonly ClassRuns[] }) {
  const { upcoming, past, canceled } = sortRuns(classes)
  return (
    <div className="grid gap-8">
      <section aria-labelledby="upcoming-dates">
        <h2 id="upcoming-dates" className="mb-4 font-display text-2xl">
          Upcoming
        </h2>
        {upcoming.length > 0 ? <Runs entries={upcoming} /> : <p className="text-soft">No upcoming dates.</p>}
      </section>
      <Folded title="Past" entries={past} />
      <Folded title="Canceled" entries={canceled} />
    </div>
  )
}

function Folded({ title, entries }: { title: string; entries: RunOfClass[] }) {
  if (entries.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer py-2">
        <h2 className="inline font-display text-2xl">
          {title} ({entries.length})
        </h2>
      </summary>
      <Runs entries={entries} />
    </details>
  )
}

function Runs({ entries }: { entries: RunOfClass[] }) {
  return (
    <ul className="grid">
      {entries.map((entry) => (
        <RunItem key={entry.run._id} entry={entry} />
      ))}
    </ul>
  )
}
