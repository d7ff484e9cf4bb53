/** Days and times of payments, in words. */

/** A day on a receipt is the same for everybody who reads it, and in the letter too. */
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

/** `November 21, 2026` */
export function dayOf(time: number): string {
  return DAY.format(time)
}

/** `December 5, 2026 at 3:04 PM`, by the reader's own clock. */
export function momentOf(time: number): string {
  return MOMENT.format(time)
}
