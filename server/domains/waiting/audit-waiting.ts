/** The part of the audit that is about waiting lists. */
import { eq, gt, isNull, or, sql } from 'drizzle-orm'
import { formatCount } from '#contract/values/count.ts'
import { classes, isOnOffer } from '#server/domains/classes/classes.table.ts'
import { isEnrollable, runs } from '#server/domains/classes/runs/runs.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LAST_DAY_MS, waitingEntries } from './waiting.table.ts'

/** Returns the runs that count others than their lists have, or have a free seat before the last day while anyone waits. */
export async function auditWaiting(db: Database): Promise<{ id: string; text: string }[]> {
  const waiting = sql<number>`(count(*) filter (where ${waitingEntries.state} = 'waiting'))::int`
  const offers = sql<number>`coalesce(sum(${waitingEntries.seats}) filter (where ${waitingEntries.state} = 'offered'), 0)::int`
  const now = Date.now()
  const isEarly = or(isNull(runs.closesAt), gt(runs.closesAt, now + LAST_DAY_MS))
  const isPassedOver = sql`${runs.waiting} > 0 and ${runs.seats} > ${runs.held} and ${isEarly} and ${isEnrollable(now)} and ${isOnOffer}`
  const rows = await db
    .select({ run: runs, waiting, offers })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .leftJoin(waitingEntries, eq(waitingEntries.runId, runs.id))
    .groupBy(runs.id, classes.id)
    .having(sql`${runs.waiting} <> ${waiting} or ${runs.offers} <> ${offers} or (${isPassedOver})`)
  return rows.map(({ run, waiting, offers }) => {
    const free = formatCount(run.seats - run.held, 'free seat')
    const text = `${free} while ${waiting} wait (${run.waiting} counted), and ${offers} offered (${run.offers} counted)`
    return { id: run.id, text }
  })
}
