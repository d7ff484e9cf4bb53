import { formatStart } from '#contract/values/session-times.ts'

interface RunStartProps {
  run: { starts_at: number | null; time_zone: string | null }
}

/** The start of the selected run. Renders nothing for an open run. */
export function RunStart({ run: { starts_at, time_zone } }: RunStartProps) {
  if (starts_at === null) return null
  return <p className="text-sm text-soft">{formatStart(starts_at, time_zone)}</p>
}
