/**
 * The claims of who waits on seats of locked runs. Holds, purchases and enrolments by hand come here, and read nothing while a run has no
 * waiting list.
 */
import { and, eq, exists, inArray, or, type SQL } from 'drizzle-orm'
import { isCurrent, type RunRow, runs } from '#server/domains/classes/runs/runs.table.ts'
import { changeSeats, type LockedRun, lockListed } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { transitionEntries } from './entry-states.ts'
import { isHeld, isOffered, isTakeable, isWaiting, waitingEntries } from './waiting.table.ts'

export type ListedRun = Pick<RunRow, 'id' | 'waiting' | 'offers'>

/** Seats of a run that an entry lets its student take now. */
export interface Claim {
  entryId: string
  runId: string
  /** Seats that others cannot have: those of the offer that no checkout holds, or on the last day free ones. */
  seats: number
  /** Seats that the offer holds, and a checkout may take over. */
  heldSeats: number
  /** Seats that were offered or waited for, those that a checkout holds included. */
  all: number
  /** The price of the offer; null without one. */
  listPriceMinor: number | null
}

/** Reads the claims of a student on locked runs, by run. */
export async function readClaims(
  tx: Transaction,
  userId: string,
  listed: readonly ListedRun[],
): Promise<Map<string, Claim>> {
  const runIds = listed.filter(({ waiting, offers }) => waiting + offers > 0).map(({ id }) => id)
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
      return [runId, { entryId, runId, seats: claimed, heldSeats, all: seats, listPriceMinor }]
    }),
  )
}

/**
 * Lets a checkout hold the seats of offers. The run counts them as held already. Of an offer of more seats than the checkout has, the others are
 * free then.
 */
export async function checkOut(tx: Transaction, claims: readonly (Claim & { wanted: number })[]): Promise<void> {
  const held = claims.filter(({ heldSeats }) => heldSeats > 0)
  const ids = held.map(({ entryId }) => entryId)
  if (ids.length > 0) await tx.update(waitingEntries).set({ heldSeats: 0 }).where(inArray(waitingEntries.id, ids))
  for (const { entryId, runId, heldSeats, wanted: seats } of held.filter(
    ({ heldSeats, wanted }) => wanted < heldSeats,
  )) {
    await tx.update(waitingEntries).set({ seats }).where(eq(waitingEntries.id, entryId))
    await changeSeats(tx, runId, { held: seats - heldSeats, offers: seats - heldSeats })
  }
}

/** Seats that a checkout held until now. */
interface FormerHold {
  userId: string
  runId: string
  heldUntil: number
}

/**
 * Returns seats of a locked run to the offer that a checkout had taken over. The offer ends with a checkout whose time is over, and with its
 * own.
 * @returns how many seats the offer holds again; the caller frees the others
 */
export async function returnToOffer(tx: Transaction, { userId, runId, heldUntil }: FormerHold): Promise<number> {
  const isOwn = and(eq(waitingEntries.userId, userId), eq(waitingEntries.runId, runId), isOffered)
  const [entry] = await tx.select().from(waitingEntries).where(isOwn)
  if (!entry || entry.heldSeats > 0) return 0
  const now = Date.now()
  if (heldUntil > now && (entry.offeredUntil ?? 0) > now) {
    await tx.update(waitingEntries).set({ heldSeats: entry.seats }).where(eq(waitingEntries.id, entry.id))
    return entry.seats
  }
  await transitionEntries(tx, 'expire', { runId, filter: eq(waitingEntries.id, entry.id) }, { notice: 'expired' })
  return 0
}

/**
 * Ends the entries of a student who has got a seat of a locked class, in whatever run; of all students without an id. Their offers of other runs
 * go to the next.
 */
export async function takeEnrolled(
  tx: Transaction,
  { class: { id: classId }, hasList }: Pick<LockedRun, 'class' | 'hasList'>,
  userId?: string,
): Promise<void> {
  if (!hasList) return
  for (const runId of await lockListed(tx, classId)) await endEnrolled(tx, runId, userId)
}

/** Ends the entries of a locked run whose students have got a seat of the class: of this run, or of another one. */
export async function endEnrolled(tx: Transaction, runId: string, userId?: string): Promise<void> {
  const isOwn = userId === undefined ? undefined : eq(waitingEntries.userId, userId)
  const isInRun = and(isStudent, eq(enrolments.runId, runId))
  const inRun = tx.select({ id: enrolments.id }).from(enrolments).where(isInRun)
  await transitionEntries(tx, 'take', { runId, filter: and(isOwn, exists(inRun)) })
  // A checkout that has taken over an offer returns it, or ends it.
  const isReturnable = or(isWaiting, isHeld)
  await transitionEntries(tx, 'leave', { runId, filter: and(isOwn, isReturnable, isInOtherDate(tx)) })
}

const isStudent = and(eq(enrolments.userId, waitingEntries.userId), isActive)

/** Matches entries of students who are in a date of the class that is not over. */
export function isInOtherDate(db: Database): SQL {
  const isInClass = and(isStudent, eq(enrolments.classId, waitingEntries.classId), isCurrent())
  const places = db.select({ id: enrolments.id }).from(enrolments)
  return exists(places.innerJoin(runs, eq(runs.id, enrolments.runId)).where(isInClass))
}
