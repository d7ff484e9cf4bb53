import type { Run } from '#contract/runs.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { Choice } from '#web/ui/lists/choice.tsx'

interface DateChoiceProps {
  label: string
  runs: Run[]
  /** The id of the chosen run. */
  value: string
  onChoose: (runId: string) => void
}

/** A select of the runs of a class, by their start and place. */
export function DateChoice({ runs, ...choice }: DateChoiceProps) {
  return <Choice options={runs.map((run) => ({ value: run._id, label: nameRun(run) }))} {...choice} />
}

/** Returns the start and place of a run. */
export function nameRun({ starts, time_zone, place }: Run): string {
  const start = starts === null ? 'Without a fixed date' : formatClockTime(starts, time_zone)
  return place ? `${start}, ${place.name}` : start
}
