/** Compares the clock times that old rows get with those that earlier versions of the server have shown. */
import { formatClockTime } from '#contract/values/session-times.ts'
import { UPDATED_ON, ZONE_RULES } from '#server/domains/classes/runs/clock-times.ts'
import type { DerivedRun } from '#server/domains/classes/runs/derive.ts'
import { readBuiltInClocks } from '#server/platform/built-in-zones.ts'
import type { NewCheck } from './time-checks.ts'

/**
 * Finds future sessions that have no clock times yet, where the rules inside Node show another one: earlier versions of the server wrote
 * that one, and browsers may have converted by either.
 */
export async function findOtherTimes(batch: readonly DerivedRun[], now: number): Promise<NewCheck[]> {
  if (UPDATED_ON === null) return []
  const sessions = batch.flatMap(({ after: run, sessions: all }) => {
    const isNew = ({ before, after }: (typeof all)[number]) => before.starts === null && after.endsAt > now
    const ahead = run.canceledAt === null ? all.filter(isNew) : []
    return ahead.map(({ after: { id, starts, startsAt: at } }) => ({ id, starts, at, timeZone: run.timeZone }))
  })
  if (sessions.length === 0) return []
  const { version, clocks } = await readBuiltInClocks(sessions)
  return sessions.flatMap(({ id: sessionId, starts, timeZone }, index) => {
    const other = clocks[index]
    if (!other || other === starts) return []
    const [shown, present] = [other, starts ?? ''].map((clock) => formatClockTime(clock, timeZone, { now: 'always' }))
    const message = `We showed ${shown} by the rules of ${version}. By those of ${ZONE_RULES} it is ${present}. Check which one you mean.`
    return [{ sessionId, message }]
  })
}
