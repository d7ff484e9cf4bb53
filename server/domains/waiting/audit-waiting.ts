/** The part of the audit that is about waiting lists. */
import { and, eq, gt, isNull, not, notExists, or, sql } from 'drizzle-orm'
import { formatCount } from '#contract/values/count.ts'
import { classes, isOnOffer } from '#server/domains/classes/classes.table.ts'
import { isEnrollable, runs } from '#server/domains/classes/runs/runs.table.ts'
import { isWaitedFor } from '#server/domains/classes/runs/seats.ts'
import { attempts, isOpen } from '#server/domains/payments/payments.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isHeld, isOffered, LAST_DAY_MS, waitingEntries } from './waiting.table.ts'

/** Returns what differs in waiting lists, by run. */
export async function auditWaiting(db: Database): Promise<Finding[]> {
  return [...(await auditCounts(db)), ...(await auditOffers(db))]
}

interface Finding {
  /** Of the run. */
  id: string
  text: string
}

/** Returns the runs that count others than their lists have, or have free seats before the last day while anyone waits for so many. */
async function auditCounts(db: Database): Promise<Finding[]> {
  const waiting = sql<number>`(count(*) filter (where ${waitingEntries.state} = 'waiting'))::int`
  const offers = sql<number>`coalesce(sum(${waitingEntries.seats}) filter (where ${waitingEntries.state} = 'offered'), 0)::int`
  const now = Date.now()
  const isEarly = or(isNull(runs.closesAt), gt(runs.closesAt, now + LAST_DAY_MS))
  const least = sql`(min(${waitingEntries.seats}) filter (where ${waitingEntries.state} = 'waiting'))`
  const isPassedOver = sql`${isWaitedFor} and ${isEarly} and ${isEnrollable(now)} and ${isOnOffer}`
  const rows = await db
    .select({ run: runs, waiting, offers })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .leftJoin(waitingEntries, eq(waitingEntries.runId, runs.id))
    .groupBy(runs.id, classes.id)
    .having(sql`${runs.waiting} <> ${waiting} or ${runs.offers} <> ${offers}
      or coalesce(${runs.waitingLeast}, 1) > ${least} or (${isPassedOver})`)
  return rows.map(({ run, waiting, offers }) => {
    const free = formatCount(run.seats + run.returns - run.held, 'free seat')
    const text = `${free} while ${waiting} wait (${run.waiting} counted), and ${offers} offered (${run.offers} counted)`
    return { id: run.id, text }
  })
}

/** An offer holds its seats, or a checkout of its student does. */
async function auditOffers(db: Database): Promise<Finding[]> {
  const isPaying = and(eq(attempts.userId, waitingEntries.userId), eq(attempts.runId, waitingEntries.runId), isOpen)
  const checkout = db.select({ id: attempts.id }).from(attempts).where(isPaying)
  const rows = await db
    .select({ id: waitingEntries.runId })
    .from(waitingEntries)
    .where(and(isOffered, not(isHeld), notExists(checkout)))
  return rows.map(({ id }) => ({ id, text: 'an offer holds no seat' }))
}
