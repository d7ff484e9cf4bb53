/** GET /own-times: a session by the clock of the reader. The server converts: a browser may have other rules of time zones. */
import { useQuery } from '@tanstack/react-query'
import type { Run, Session } from '#contract/runs.ts'
import { formatSession } from '#contract/values/session-times.ts'
import { api, call } from '#web/api.ts'
import { browserZone } from '#web/features/runs/editor/browser-zone.ts'
import { queryKeys } from '#web/queries.ts'

/** Returns the session in the zone of the browser; null where clocks there show the same, and until it is known. */
export function useOwnTime({ starts, ends, starts_at, ends_at }: Session, { time_zone: runZone }: Run): string | null {
  const time_zone = browserZone()
  const { data } = useQuery({
    queryKey: [...queryKeys.ownTimes, time_zone, starts_at, ends_at],
    queryFn: () => call(api.getOwnTimes, { query: { time_zone, starts_at, ends_at } }),
    enabled: time_zone !== runZone,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data || (data.starts === starts && data.ends === ends)) return null
  return formatSession(data, time_zone)
}
