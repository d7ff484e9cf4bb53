import { formatClockTime } from '#contract/values/session-times.ts'

interface RunStartProps {
  run: { starts: string | null; time_zone: string | null }
}

/** The start of the selected run. Renders nothing for an open run. */
export function RunStart({ run: { starts, time_zone } }: RunStartProps) {
  if (starts === null) return null
  return <p className="text-sm text-soft">{formatClockTime(starts, time_zone)}</p>
}
