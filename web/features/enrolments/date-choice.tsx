import type { Run } from '#contract/runs.ts'
import { describeZone, findSharedZone, formatClockTime } from '#contract/values/session-times.ts'
import { Choice } from '#web/ui/lists/choice.tsx'

interface DateChoiceProps {
  label: string
  runs: Run[]
  /** The id of the chosen run. */
  value: string
  onChoose: (runId: string) => void
}

/** A select of the runs of a class, by their start and place. A place or a zone that they share is named once, below it. */
export function DateChoice({ runs, ...choice }: DateChoiceProps) {
  const zone = findSharedZone(runs)
  const place = findSharedPlace(runs)
  const options = runs.map((run) => ({
    value: run._id,
    label: nameRun(place === null ? run : { ...run, place: null }, zone === null),
  }))
  return (
    <div>
      <Choice options={options} {...choice} />
      {place !== null && <p className="wrap-anywhere mt-1.5 text-sm text-soft">Place: {place}</p>}
      {zone !== null && <p className="mt-1.5 text-sm text-soft">Time zone: {describeZone(zone)}</p>}
    </div>
  )
}

/** Returns the name of the place of all runs; null where one has no place or another one. */
function findSharedPlace(runs: readonly Run[]): string | null {
  const names = new Set(runs.map(({ place }) => place?.name ?? null))
  return names.size === 1 ? ([...names][0] ?? null) : null
}

/** Returns the start and place of a run. */
export function nameRun({ starts, time_zone, place }: Run, withZone = true): string {
  const start = starts === null ? 'Without a fixed date' : formatClockTime(starts, time_zone, { withZone })
  return place ? `${start}, ${place.name}` : start
}
