/** A date of a class in words, for its page. `today` is the day from which it is seen. */

import type { SunLight } from '#contract/class-pages.ts'
import type { Run } from '#contract/runs.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatClocks, formatClockTime } from '#contract/values/session-times.ts'
import { describeFreeSeats, type Seats } from '#web/features/classes/card/describe-seats.ts'

/** `Enroll by Mon, May 3, 12:00.`; null where that is when the first session starts. */
export function describeLastMoment(
  {
    last_moment,
    last_moment_clock,
    starts_at,
    time_zone,
  }: Pick<Run, 'last_moment' | 'last_moment_clock' | 'starts_at' | 'time_zone'>,
  { today, schoolZone }: { today: number; schoolZone: string | null },
): string | null {
  if (last_moment_clock === null || last_moment === starts_at) return null
  // That of an open run is a time of the school's zone, which is named nowhere else.
  const options = { now: today, withZone: time_zone === null }
  return `Enroll by ${formatClockTime(last_moment_clock, time_zone ?? schoolZone, options)}.`
}

type Decision = Pick<Run, 'minimum' | 'decide_at' | 'decide_clock' | 'time_zone'>

/** Returns from how many students on the run takes place, and that students get their money back otherwise; null without a minimum. */
export function describeMinimum(
  { minimum, decide_at, decide_clock, time_zone }: Decision,
  today: number,
): string | null {
  if (minimum === null) return null
  const rule = `Takes place with at least ${formatCount(minimum, 'student')}`
  const isAhead = decide_at !== null && decide_clock !== null && decide_at >= today
  const decision = isAhead
    ? `; we decide by ${formatClockTime(decide_clock, time_zone, { now: today, withZone: false })}.`
    : '.'
  return `${rule}${decision} Otherwise you get your money back.`
}

/** `Golden hour 20:02–21:24, blue hour 21:24–21:41` */
export function describeLight({ golden, blue }: SunLight): string {
  const hours = [golden && `golden hour ${formatClocks(golden)}`, blue && `blue hour ${formatClocks(blue)}`]
  const text = hours.filter((hour) => hour !== null).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `3 of 12 seats left`, of all seats of the runs that students can enroll in, and whether they are sold out. */
export function describeSeats(runs: readonly Seats[]): string {
  if (runs.length === 0) return 'No open dates'
  const left = describeFreeSeats(runs)
  return runs.every(({ seats }) => seats === 0) ? `${left} · sold out` : left
}
