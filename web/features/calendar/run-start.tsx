import { describeZone, formatClockTime } from '#contract/values/session-times.ts'

interface RunStartProps {
  run: { starts: string | null; time_zone: string | null }
  /** False where the page names the zone of all dates. */
  withZone?: boolean
}

/** The start of the selected run. Renders nothing for an open run. */
export function RunStart({ run: { starts, time_zone }, withZone = true }: RunStartProps) {
  if (starts === null) return null
  return (
    <p className="text-sm">
      <span className="inline-block">{formatClockTime(starts, time_zone, { withZone: false })}</span>
      {withZone && ` (${describeZone(time_zone)})`}
    </p>
  )
}
