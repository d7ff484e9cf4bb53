/**
 * The claims of who waits on seats of locked runs. Holds, purchases and enrolments by hand come here, and read nothing while a run has no
 * waiting list.
 */
import { and, eq, inArray } from 'drizzle-orm'
import { type RunRow, runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { transitionEntries } from './entry-states.ts'
import { isOffered, isTakeable, waitingEntries } from './waiting.table.ts'

export type ListedRun = Pick<RunRow, 'id' | 'waiting' | 'offers'>

/** What an entry lets its student take of a run now. */
export interface Claim {
  entryId: string
  runId: string
  /** Seats that others cannot have: those of the offer that no checkout holds, or on the last day free ones. */
  seats: number
  /** Seats that the offer holds, and a checkout may take over. */
  heldSeats: number
  /** The price of the offer; null without one. */
  listPriceMinor: number | null
}

/** Reads the claims of a student on locked runs, by run. */
export async function readClaims(
  tx: Transaction,
  userId: string,
  listed: readonly ListedRun[],
): Promise<Map<string, Claim>> {
  const runIds = listed.filter(hasList).map(({ id }) => id)
  if (runIds.length === 0) return new Map()
  const isOwn = and(eq(waitingEntries.userId, userId), inArray(waitingEntries.runId, runIds))
  const rows = await tx
    .select({ entry: waitingEntries })
    .from(waitingEntries)
    .innerJoin(runs, eq(runs.id, waitingEntries.runId))
    .where(and(isOwn, isTakeable()))
  return new Map(
    rows.map(({ entry: { id: entryId, runId, state, heldSeats, seats, listPriceMinor } }) => {
      const claimed = state === 'offered' ? heldSeats : seats
      return [runId, { entryId, runId, seats: claimed, heldSeats, listPriceMinor }]
    }),
  )
}

/** Lets a checkout hold the seats of offers. The run counts them as held already. */
export async function checkOut(tx: Transaction, claims: readonly Claim[]): Promise<void> {
  const ids = claims.filter(({ heldSeats }) => heldSeats > 0).map(({ entryId }) => entryId)
  if (ids.length > 0) await tx.update(waitingEntries).set({ heldSeats: 0 }).where(inArray(waitingEntries.id, ids))
}

/** A seat that a checkout held until now. */
interface FormerHold {
  userId: string
  runId: string
  heldUntil: number
}

/**
 * Returns a seat of a locked run to the offer that a checkout had taken over. The offer ends with a checkout whose time is over, and with its
 * own.
 * @returns true if the offer holds the seat again, false if the caller frees it
 */
export async function returnToOffer(tx: Transaction, { userId, runId, heldUntil }: FormerHold): Promise<boolean> {
  const isOwn = and(eq(waitingEntries.userId, userId), eq(waitingEntries.runId, runId), isOffered)
  const [entry] = await tx.select().from(waitingEntries).where(isOwn)
  if (!entry || entry.heldSeats > 0) return false
  const now = Date.now()
  if (heldUntil > now && (entry.offeredUntil ?? 0) > now) {
    await tx.update(waitingEntries).set({ heldSeats: entry.seats }).where(eq(waitingEntries.id, entry.id))
    return true
  }
  await transitionEntries(tx, 'expire', { runId, filter: eq(waitingEntries.id, entry.id) }, { notice: 'expired' })
  return false
}

/** Ends the entries of students who are enrolled in a locked run by now. */
export async function takeEnrolled(tx: Transaction, { id: runId, ...listed }: ListedRun): Promise<void> {
  if (!hasList(listed)) return
  const enrolled = tx
    .select({ id: enrolments.userId })
    .from(enrolments)
    .where(and(eq(enrolments.runId, runId), isActive))
  await transitionEntries(tx, 'take', { runId, filter: inArray(waitingEntries.userId, enrolled) })
}

function hasList({ waiting, offers }: Omit<ListedRun, 'id'>): boolean {
  return waiting + offers > 0
}
