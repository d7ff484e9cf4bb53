/** Changes of a draft's sessions: rows for every week, and moving all of them. No recurrence is stored. */
import { addDays, countDays } from '#contract/values/clock-time.ts'
import { createKey, type RunDraft, type SessionDraft, type TimesDraft } from './run-draft.ts'

/** Returns the rows with repetitions of the last one, so that it takes place `count` times in all, every `days` days. */
export function repeatLast(sessions: SessionDraft[], count: number, days: number): SessionDraft[] {
  const last = sessions.at(-1)
  if (!last?.times.date) return sessions
  const repetitions = Array.from({ length: Math.max(count - 1, 0) }, (_, index) => ({
    key: createKey(),
    ...shiftSession(last, (index + 1) * days),
  }))
  return [...sessions, ...repetitions]
}

/** Returns the earliest day of a draft's sessions, or null without one. */
export function findFirstDate({ sessions }: Pick<RunDraft, 'sessions'>): string | null {
  const [first] = sessions
    .map(({ times }) => times.date)
    .filter(Boolean)
    .sort()
  return first ?? null
}

/** Returns the days by which a draft moves so that its first session takes place on `date`; null without sessions or a date. */
export function countShift(draft: Pick<RunDraft, 'sessions'>, date: string): number | null {
  const first = findFirstDate(draft)
  return first && date ? countDays(first, date) : null
}

/** Returns the parts of a draft that move with its sessions, some days later, at the same clock times. */
export function shiftDraft(
  { sessions, lastMoment, decideAt }: Pick<RunDraft, 'sessions' | 'lastMoment' | 'decideAt'>,
  days: number,
): Pick<RunDraft, 'sessions' | 'lastMoment' | 'decideAt'> {
  return {
    sessions: sessions.map((session) => ({ ...session, ...shiftSession(session, days) })),
    lastMoment: shiftMoment(lastMoment, days),
    decideAt: shiftMoment(decideAt, days),
  }
}

function shiftSession({ times, rain }: SessionDraft, days: number): Pick<SessionDraft, 'times' | 'rain'> {
  return { times: shiftTimes(times, days), rain: rain && shiftTimes(rain, days) }
}

function shiftTimes(times: TimesDraft, days: number): TimesDraft {
  const { date, endDate } = times
  const dates = { date: date && addDays(date, days), endDate: endDate && addDays(endDate, days) }
  return { ...times, ...dates }
}

function shiftMoment(moment: string, days: number): string {
  const [date = '', clock = ''] = moment.split('T')
  return date && `${addDays(date, days)}T${clock}`
}
