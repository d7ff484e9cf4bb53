/** Times of sessions in words, in the time zone of their run, the same on the screen and in e-mails. */

type Times = { starts_at: number; ends_at: number }

/** `Tuesday, May 4, 2027, 6:00 PM` */
export function formatTime(at: number, timeZone: string): string {
  return `${formatDay(at, timeZone)}, ${formatClock(at, timeZone)}`
}

/** `Tuesday, May 4, 2027, 6:00 PM to 8:00 PM`, with the day of the end where it is another one. */
export function formatSession({ starts_at, ends_at }: Times, timeZone: string): string {
  const isSameDay = formatDay(starts_at, timeZone) === formatDay(ends_at, timeZone)
  const end = isSameDay ? formatClock(ends_at, timeZone) : formatTime(ends_at, timeZone)
  return `${formatTime(starts_at, timeZone)} to ${end}`
}

/** `Tuesday, May 4, 2027` */
function formatDay(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }).format(at)
}

/** `6:00 PM`. Newer versions of ICU separate AM and PM by a narrow space. */
function formatClock(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(at).replaceAll('\u202f', ' ')
}
