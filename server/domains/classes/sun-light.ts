/**
 * Computes golden and blue hours on the server, so that no page loads the astronomy. The sun's heights are those that photographers
 * use: golden from 6° to -4°, blue from -4° to -6°. Source:
 * https://www.photopills.com/articles/understanding-golden-hour-blue-hour-and-twilights
 */
import { addTime, getTimes, type SunTimes } from 'suncalc'
import type { SunLight } from '#contract/class-pages.ts'
import type { Place, Run, Session } from '#contract/runs.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'

// suncalc has 6° (goldenHour) and -6° (dawn and dusk) of its own.
addTime(-4, 'goldenStart', 'goldenEnd')

/** Returns the light of the outdoor sessions of runs, by the id of the session. */
export function computeLight(runs: readonly Run[]): Record<string, SunLight> {
  const entries = runs.flatMap(({ place, online, sessions, time_zone }) => {
    if (place === null || online) return []
    return sessions.flatMap((session) => {
      const light = findLight(session, place, time_zone)
      return light ? [[session._id, light] as const] : []
    })
  })
  return Object.fromEntries(entries)
}

type Position = Pick<Place, 'latitude' | 'longitude'>

/** Returns the light of the morning or of the evening, by the middle of a session; null without a position and without such light. */
export function findLight(
  { starts_at, ends_at }: Pick<Session, 'starts_at' | 'ends_at'>,
  { latitude, longitude }: Position,
  timeZone: string | null,
): SunLight | null {
  if (latitude === null || longitude === null) return null
  const middle = (starts_at + ends_at) / 2
  const times = getTimes(new Date(middle), latitude, longitude)
  const { golden, blue } = middle < times.solarNoon.getTime() ? findMorning(times) : findEvening(times)
  return golden || blue
    ? { golden: golden && withClocks(golden, timeZone), blue: blue && withClocks(blue, timeZone) }
    : null
}

interface Span {
  starts_at: number
  ends_at: number
}

interface Light {
  golden: Span | null
  blue: Span | null
}

function withClocks({ starts_at, ends_at }: Span, timeZone: string | null): NonNullable<SunLight['golden']> {
  return { starts_at, ends_at, starts: toClockTime(starts_at, timeZone), ends: toClockTime(ends_at, timeZone) }
}

function findMorning({ dawn, goldenStart, goldenHourEnd, goldenEnd, dusk }: SunTimes): Light {
  return { blue: toSpan(dawn, goldenStart ?? dusk), golden: toSpan(goldenStart, goldenHourEnd ?? goldenEnd) }
}

/** Returns the light of an evening; where the sun stays low all day that of the morning too: one span from the first time to the last. */
function findEvening({ dawn, goldenStart, goldenHour, goldenEnd, dusk }: SunTimes): Light {
  return { golden: toSpan(goldenHour ?? goldenStart, goldenEnd), blue: toSpan(goldenEnd ?? dawn, dusk) }
}

type Crossing = SunTimes[string]

function toSpan(start: Crossing, end: Crossing): Span | null {
  if (!(start instanceof Date && end instanceof Date)) return null
  return { starts_at: start.getTime(), ends_at: end.getTime() }
}
