/** The verbs on enrolments. An enrolment takes a seat of its run, and returns it when it ends. */
import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { EnrolmentEnd, EnrolmentEndReason } from '#contract/enrolments.ts'
import type { RunRow } from '#server/domains/classes/runs/runs.table.ts'
import { changeSeats } from '#server/domains/classes/runs/seats.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enrolments, isActive, selectCurrentEnrolment } from './enrolments.table.ts'

export type EnrolmentRow = typeof enrolments.$inferSelect
type NewEnrolment = typeof enrolments.$inferInsert

/** Enrols a student, and returns the id of the enrolment. The caller has locked the class and found a free seat. */
export async function enrol(tx: Transaction, enrolment: NewEnrolment): Promise<string> {
  const [created] = await enrolAll(tx, [enrolment])
  return must(created)
}

/**
 * Enrols a student in runs of different classes, in some of them with several seats, and returns the ids of the enrolments.
 * @param ownHolds the seats that the student's checkout held for each enrolment
 */
export async function enrolAll(tx: Transaction, all: NewEnrolment[], ownHolds = 0): Promise<string[]> {
  const places = all.map((enrolment) => ({ ...enrolment, id: randomUUID() }))
  await tx.insert(enrolments).values(places)
  await changeSeats(
    tx,
    places.map(({ runId }) => runId),
    { taken: 1, held: -ownHolds },
  )
  return places.map(({ id }) => id)
}

interface Move {
  from: RunRow
  to: RunRow
  /** That of the other run. */
  listPriceMinor: number
  /** Its number there. The one that a person without an account has by it gets the next number. */
  seat: number
  /** The seats of it that a checkout of the move has held. */
  held?: number
}

/** Moves a seat to another run, also of another class: the caller has locked both, and found a free seat. */
export async function move(
  tx: Transaction,
  { id, userId }: EnrolmentRow,
  { from, to, listPriceMinor, seat, held = 0 }: Move,
): Promise<void> {
  const isThere = and(eq(enrolments.userId, userId), eq(enrolments.runId, to.id), isActive)
  const next = sql`(select max(had.seat) + 1 from enrolments had where had.user_id = ${userId} and had.run_id = ${to.id} and had.ended_at is null)`
  await tx
    .update(enrolments)
    .set({ seat: next })
    .where(and(isThere, eq(enrolments.seat, seat)))
  const startLimit = sql`least(${enrolments.startLimit}, ${from.startsAt}::bigint, ${to.startsAt}::bigint)`
  await tx
    .update(enrolments)
    .set({ runId: to.id, classId: to.classId, seat, startLimit, startFloor: null, listPriceMinor })
    .where(eq(enrolments.id, id))
  await changeSeats(tx, from.id, { taken: -1 })
  await changeSeats(tx, to.id, { taken: 1, held: -held })
}

/** Gives the student of an enrolment that the school has ended a seat of another run: the caller has locked both, and found a free seat. */
export async function resume(
  tx: Transaction,
  { id }: EnrolmentRow,
  { to, listPriceMinor }: Pick<Move, 'to' | 'listPriceMinor'>,
): Promise<void> {
  const place = { runId: to.id, classId: to.classId, startFloor: null, schoolMovedAt: null, listPriceMinor }
  const active = { endedAt: null, endReason: null, endedBy: null, isEndTold: false }
  await tx
    .update(enrolments)
    .set({ ...place, ...active })
    .where(eq(enrolments.id, id))
  await changeSeats(tx, to.id, { taken: 1 })
}

/** Gives the place of an enrolment, or a further seat, to another user, whom the caller has found not to be in its class, which is locked. */
export async function substitute(tx: Transaction, { id }: EnrolmentRow, userId: string): Promise<void> {
  await tx.update(enrolments).set({ userId, seat: 1, guestName: null }).where(eq(enrolments.id, id))
}

/** Names a person without an account who takes part, or the student again with null. The link that the seat had no longer works. */
export async function nameGuest(tx: Transaction, { id }: EnrolmentRow, guestName: string | null): Promise<void> {
  const linkNumber = sql`${enrolments.linkNumber} + 1`
  await tx.update(enrolments).set({ guestName, linkNumber }).where(eq(enrolments.id, id))
}

/** Removes the names that a user who is being deleted has given to their seats. */
export async function forgetGuests(tx: Transaction, userId: string): Promise<void> {
  const hasGuest = and(eq(enrolments.userId, userId), isNotNull(enrolments.guestName))
  await tx.update(enrolments).set({ guestName: null }).where(hasGuest)
}

/** Records for the students of a run that the school has moved it. @param formerStart its start before */
export async function recordSchoolMove(tx: Transaction, runId: string, formerStart: number): Promise<void> {
  const startFloor = sql`greatest(${enrolments.startFloor}, ${formerStart}::bigint)`
  await tx
    .update(enrolments)
    .set({ schoolMovedAt: Date.now(), startFloor })
    .where(and(eq(enrolments.runId, runId), isActive))
}

interface End {
  reason: EnrolmentEndReason
  /** The id of the user who ended them; null where that was automatic. */
  by: string | null
}

/**
 * Ends the active enrolments of a filter, and returns them. Their seats are free then. The caller has locked their classes. No other verb
 * ends an enrolment.
 */
export async function end(tx: Transaction, filter: SQL, { reason, by }: End): Promise<EnrolmentRow[]> {
  const ended = await tx
    .update(enrolments)
    .set({ endedAt: Date.now(), endReason: reason, endedBy: by })
    .where(and(filter, isActive))
    .returning()
  for (const [runId, { length }] of Map.groupBy(ended, (row) => row.runId))
    await changeSeats(tx, runId, { taken: -length })
  return ended
}

/**
 * Offers the seat of an enrolment for sale again, or takes it back. The class is locked. Who waits is offered it first.
 * @param since null to take it back
 */
export async function setReturn(tx: Transaction, { id, runId }: EnrolmentRow, since: number | null): Promise<void> {
  await tx.update(enrolments).set({ returnsSince: since }).where(eq(enrolments.id, id))
  await changeSeats(tx, runId, { returns: since === null ? -1 : 1 })
}

/** Returns the enrolments of a locked run whose seats are for sale again, in the order in which they are sold. */
export function listReturns(tx: Transaction, runId: string): Promise<EnrolmentRow[]> {
  return tx
    .select()
    .from(enrolments)
    .where(and(eq(enrolments.runId, runId), isActive, isNotNull(enrolments.returnsSince)))
    .orderBy(enrolments.returnsSince, enrolments.id)
}

const selectCurrent = prepare<{ userId: string; classId: string; runId: string; now: number }>()((db, value) =>
  selectCurrentEnrolment(db, {
    userId: value('userId'),
    classId: value('classId'),
    runId: value('runId'),
    now: value('now'),
  }),
)

/** Returns whether a student is enrolled in a run, even after its end, or in another run of its class that has not ended. */
export async function isEnrolled(
  db: Database,
  userId: string,
  { id: runId, classId }: Pick<RunRow, 'id' | 'classId'>,
): Promise<boolean> {
  return (await selectCurrent(db, { userId, classId, runId, now: Date.now() })).length > 0
}

/** Returns whether the seat is its student's own, not one for another person. */
export function isOwnPlace({ seat, guestName }: Pick<EnrolmentRow, 'seat' | 'guestName'>): boolean {
  return seat === 1 && guestName === null
}

/** Returns whether a student has a place of their own where `isEnrolled` finds one. */
export async function hasOwnPlace(
  db: Database,
  userId: string,
  { id: runId, classId }: Pick<RunRow, 'id' | 'classId'>,
): Promise<boolean> {
  return (await selectCurrent(db, { userId, classId, runId, now: Date.now() })).some(isOwnPlace)
}

/** Returns how many seats the student of an enrolment has in its run. */
export function countSeats(db: Database, { userId, runId }: EnrolmentRow): Promise<number> {
  return db.$count(enrolments, and(eq(enrolments.userId, userId), eq(enrolments.runId, runId), isActive))
}

/** Returns whether any student is enrolled in a class now. */
export async function hasStudents(db: Database, classId: string): Promise<boolean> {
  const isInClass = and(eq(enrolments.classId, classId), isActive)
  return (await db.select({ id: enrolments.id }).from(enrolments).where(isInClass).limit(1)).length > 0
}

/** Returns when and why an enrolment ended; null while it is active. */
export function toEnd({ endedAt, endReason }: Pick<EnrolmentRow, 'endedAt' | 'endReason'>): EnrolmentEnd | null {
  return endedAt === null || endReason === null ? null : { at: endedAt, why: endReason }
}
