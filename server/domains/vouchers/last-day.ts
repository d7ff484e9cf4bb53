/** The days of vouchers, in the school's zone. */
import { addDays } from '#contract/values/clock-time.ts'
import { toClockTime, toNearestInstant } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'

type School = Context['school']

/** Returns today: `2026-05-04`. */
export function readToday({ current: { time_zone } }: School): string {
  return toClockTime(Date.now(), time_zone ?? 'UTC').slice(0, 'yyyy-mm-dd'.length)
}

/** Returns the last day of a voucher that is sold today. */
export function findLastDay(school: School): string {
  return `${Number(readToday(school).slice(0, 'yyyy'.length)) + school.current.voucher_years}-12-31`
}

/** Returns the time at which a day ends. */
export function findEnd({ current: { time_zone } }: School, day: string): number {
  return toNearestInstant(`${addDays(day, 1)}T00:00`, time_zone ?? 'UTC')
}
