/**
 * Days and times of records on screen: a clock of 24 hours in one time zone, which is named. The times of sessions are clock times of their
 * runs, and are not formatted here.
 */

/** The zone of the school. A page shows one school, in the browser and on the server. */
let zone = 'UTC'

/** Sets the zone of all times; UTC without one, and for one that this browser does not know. */
export function showTimesIn(timeZone: string | null): void {
  if ((timeZone ?? 'UTC') === zone) return
  zone = timeZone ?? 'UTC'
  formats.clear()
}

/** Returns the zone as texts name it: `America/New York` */
export function getZoneName(): string {
  return zone.replaceAll('_', ' ')
}

/** `November 21, 2026`, for lists that name the time zone once. */
export function formatDay(time: number): string {
  return format(time, { dateStyle: 'long' })
}

/** `November 21, 2026 (Europe/Oslo)` */
export function formatDate(time: number): string {
  return `${formatDay(time)} (${getZoneName()})`
}

/** `15:04 (Europe/Oslo)`, for minutes from now. */
export function formatClock(time: number): string {
  return `${format(time, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })} (${getZoneName()})`
}

/** `December 5, 2026, 15:04 (Europe/Oslo)` */
export function formatMoment(time: number): string {
  return `${formatDay(time)}, ${formatClock(time)}`
}

/** By their options. A slow phone takes 108 ms for its first format. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(time: number, options: Intl.DateTimeFormatOptions): string {
  const key = Object.keys(options).join()
  const built = formats.get(key) ?? build(options)
  formats.set(key, built)
  return built.format(time)
}

function build(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: zone })
  } catch {
    zone = 'UTC'
    return new Intl.DateTimeFormat('en', { ...options, timeZone: zone })
  }
}
