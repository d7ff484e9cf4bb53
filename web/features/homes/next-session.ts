/** Sessions to come, and the order of classes by them. */
import type { Run, Session } from '#contract/runs.ts'

export interface NextSession<T> {
  entry: T
  session: Session
}

/** Lists the sessions of all runs that have not ended and are not canceled, the next one first. */
export function listComing<T extends { run: Pick<Run, 'sessions' | 'canceled_at'> }>(
  entries: readonly T[],
  now = Date.now(),
): NextSession<T>[] {
  const coming = entries.flatMap((entry) => {
    const { sessions, canceled_at } = entry.run
    return canceled_at === undefined ? sessions.map((session) => ({ entry, session })) : []
  })
  return coming.filter(({ session }) => session.ends_at > now).sort((a, b) => a.session.starts_at - b.session.starts_at)
}

type Dated = { run: Pick<Run, 'sessions' | 'canceled_at' | 'ends_at'> }

/** Returns whether the dates of a run are past or canceled. A run without dates has none that could pass. */
export const isOver = ({ run }: Dated, now = Date.now()): boolean =>
  run.sessions.length > 0 && listComing([{ run }], now).length === 0

/** Sorts the classes of a student: those to come, the next one first, then those without dates, then those that are over, the latest first. */
export function sortByNext<T extends Dated>(entries: readonly T[], now = Date.now()): T[] {
  const place = (entry: T): [group: number, at: number] => {
    if (isOver(entry, now)) return [2, -(entry.run.ends_at ?? 0)]
    const [next] = listComing([entry], now)
    return next ? [0, next.session.starts_at] : [1, 0]
  }
  return entries.toSorted((one, other) => {
    const [[group, at], [otherGroup, otherAt]] = [place(one), place(other)]
    return group - otherGroup || at - otherAt
  })
}
