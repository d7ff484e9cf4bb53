/** Clock times in IANA time zones, from the platform's own database. */
import { rememberByZone } from '#contract/values/time-zone.ts'

export interface ClockTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** Building a format takes longer than using it. */
const readFormat = rememberByZone((timeZone) => new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone }))

/** Returns what clocks in a zone show at a time. @throws RangeError for an unknown zone */
export function readClock(time: number, timeZone: string): ClockTime {
  const parts = new Map(
    readFormat(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const read = (type: keyof ClockTime) => parts.get(type) ?? 0
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  }
}

const PARTS = {
  ...({ year: 'numeric', month: 'numeric', day: 'numeric', hourCycle: 'h23' } as const),
  ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
}

const readOffsetFormat = rememberByZone(
  (timeZone) => new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZoneName: 'longOffset', timeZone }),
)

/** Returns by how many milliseconds clocks in a zone are ahead of UTC. It takes a fifth of the time of `readClock`. */
export function readOffset(time: number, timeZone: string): number {
  const [, sign, ...parts] = OFFSET.exec(readOffsetFormat(timeZone).format(time)) ?? []
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  return (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds) * 1000
}

/** `GMT+05:45`, with seconds where there are any. UTC is `GMT`. */
const OFFSET = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/

/** Returns `20270504`, or another text that is the same for all times of one day in a zone. */
export function formatDay({ year, month, day }: ClockTime): string {
  return `${String(year).padStart(4, '0')}${pad(month)}${pad(day)}`
}

/** Returns `180000`. */
export function formatClock({ hour, minute, second }: ClockTime): string {
  return pad(hour) + pad(minute) + pad(second)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
