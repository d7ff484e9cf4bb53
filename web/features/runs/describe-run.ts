/** A run in words. */

import type { Run } from '#contract/runs.ts'
import { formatCount } from '#contract/values/count.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { formatClockTime, formatSession } from '#contract/values/session-times.ts'

/** `Tue, May 4, 2027, 18:00–20:00 (Europe/Oslo)`, or what an open run has instead. */
export function describeStart({ sessions, time_zone }: Run): string {
  const [first] = sessions
  return first ? formatSession(first, time_zone, { now: 'always' }) : 'Open: no dates yet'
}

/** Returns whether seats without a date are for sale: null for a run that has dates or is canceled, or while its class has no dates. */
export function describeUndated(
  { starts_at, last_moment, canceled_at }: Run,
  hasDates: boolean,
  now = Date.now(),
): { text: string; isForSale: boolean } | null {
  if (starts_at !== null || canceled_at !== undefined) return null
  if (last_moment !== null && last_moment <= now)
    return { text: 'Students can no longer enroll without a date.', isForSale: false }
  return hasDates ? { text: 'For sale beside the dates: students can enroll without one.', isForSale: true } : null
}

/** Returns whether a first date would end the sale of seats without one. Where students have some, the form asks. */
export function replacesUndated(runs: readonly Run[]): boolean {
  const live = runs.filter(({ canceled_at }) => canceled_at === undefined)
  return live.length > 0 && live.every(({ starts_at, enroll }) => starts_at === null && enroll === 0)
}

/** `5 more sessions, the last on Tue, Jun 8, 2027, 18:00`; null for one session. */
export function describeFurther({ sessions, time_zone }: Run): string | null {
  const last = sessions.at(-1)
  if (!last || sessions.length === 1) return null
  const more = formatCount(sessions.length - 1, 'more session', 'more sessions, the last')
  return `${more} on ${formatClockTime(last.starts, time_zone, { now: 'always', withZone: false })}`
}

/** `Harbour Hall, Quay 4, Lightwick` */
export function describeWhere({ place, online }: Run): string {
  if (online) return 'Online'
  return place ? joinParts([place.name, place.address]) : 'Place not decided yet'
}

/** `2 students, 4 of 6 seats left` */
export function describeTaken({ seats, enroll }: Run): string {
  return `${formatCount(enroll, 'student')}, ${seats} of ${formatCount(seats + enroll, 'seat')} left`
}

/** `3 wait, 1 seat offered` */
export function describeWaiting({ waiting = 0, offers = 0 }: Run): string {
  const offered = offers > 0 ? `, ${formatCount(offers, 'seat')} offered` : ''
  return waiting + offers === 0 ? 'Waiting list' : `${waiting} on the waiting list${offered}`
}

/** Status of the minimum of a run: reached, confirmed, or still to decide on. */
export interface MinimumStatus {
  text: string
  isUndecided: boolean
}

/** Returns the status of a run's minimum; null without one, and once the run has started. */
export function describeMinimum(run: Run, now = Date.now()): MinimumStatus | null {
  const { minimum, enroll, decide_clock, confirmed_at, time_zone } = run
  if (minimum === null || minimum === undefined || (run.starts_at ?? now) <= now) return null
  if (typeof confirmed_at === 'number') return { text: 'Confirmed: takes place', isUndecided: false }
  if (enroll >= minimum) return { text: `Minimum of ${minimum} reached`, isUndecided: false }
  const by = decide_clock
    ? `, decide by ${formatClockTime(decide_clock, time_zone, { now: 'always', withZone: false })}`
    : ''
  return { text: `${enroll} of ${formatCount(minimum, 'student')} needed${by}`, isUndecided: true }
}

/** Returns the consequence of canceling a run, naming it. */
export function describeCancellation(run: Run, className: string): string {
  const students =
    run.enroll === 0
      ? 'No student is enrolled.'
      : `We e-mail its ${formatCount(run.enroll, 'student')}. They get the full amount back, or choose credit or another date.`
  return `${className}, ${describeStart(run)}. ${students}`
}
