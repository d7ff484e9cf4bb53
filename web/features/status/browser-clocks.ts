/** Compares the rules of time zones that this browser has with those of the server. No page shows a time that is found here. */
import type { ServerStatus } from '#contract/status.ts'

/** Returns the first zone in which clocks show another time by the rules of the browser; null where all agree. */
export function findDifferentZone(clocks: ServerStatus['zones']['clocks']): string | null {
  return clocks.find(({ time_zone, at, clock }) => readClock(at, time_zone) !== clock)?.time_zone ?? null
}

/** Returns a time such as `2027-05-04T18:00`; null in a zone that the browser does not know. */
function readClock(at: number, timeZone: string): string | null {
  const two = '2-digit' as const
  const options = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23', timeZone } as const
  try {
    const parts = new Map(
      new Intl.DateTimeFormat('en-US', options).formatToParts(at).map(({ type, value }) => [type, value]),
    )
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}T${parts.get('hour')}:${parts.get('minute')}`
  } catch {
    return null
  }
}
