/** The verbs on runs. Those that take `tx` write the table; other domains change a run only through them. */
import { and, eq, gt, gte, isNotNull, min, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import { MAX_RUNS } from '#contract/values/limits.ts'
import { countTakeableBy, isTakeableBy, selectOfferedPrice } from '#server/domains/waiting/waiting.table.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { SeatsShown } from '#server/platform/database/catalogue.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import { changesSeats, type Transaction } from '#server/platform/database/transaction.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { classes } from '../classes.table.ts'
import * as Classes from '../classes.ts'
import { byStart, isEnrollable, isNotCanceled, isOfClass, type RunRow, runs } from './runs.table.ts'
import { changeSeats, isWaitedFor, updateRun } from './seats.ts'
import { type SessionFields, saveSessions } from './sessions.ts'

export type { RunRow }

/** The columns that an instructor decides. */
export type RunFields = Omit<
  RunRow,
  | ('id' | 'classId' | 'held' | 'enroll' | 'offered' | 'closesAt' | 'sequence' | 'createdAt' | 'version')
  | ('canceledAt' | 'confirmedAt' | 'remindedAt' | 'offers' | 'waiting' | 'waitingLeast' | 'returns' | 'shownSeats')
>

/** Returns a run with its class. `instructorId` limits it to the classes of one instructor. @throws AppError NOT_FOUND */
export async function find(db: Database, id: string, instructorId?: string): Promise<RunRow> {
  const [row] = await db
    .select({ run: runs })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(and(eq(runs.id, parseId(id)), Classes.matchesOwner(instructorId)))
  return orNotFound(row).run
}

/** Returns the runs of a class that are not canceled, in order of their start. */
export async function listLive(db: Database, classId: string): Promise<RunRow[]> {
  return db
    .select()
    .from(runs)
    .where(and(isOfClass(classId), isNotCanceled))
    .orderBy(...byStart)
}

/**
 * Returns the run of a class that the actor selects: the one of an id, or the earliest with so many free seats, for everyone or for them.
 * @throws AppError NOT_FOUND for a run of another class, RUN_CLOSED, SEATS_GONE, TOO_FEW_SEATS
 */
export async function findToSelect(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  classId: string,
  { id, seats = 1 }: { id?: string | undefined; seats?: number },
): Promise<SelectedRun> {
  const buyer = { userId: actor.id, seats, now: Date.now() }
  if (id === undefined) {
    const [earliest] = await selectEarliest(db, { classId, ...buyer })
    if (!earliest) throw new AppError(seats > 1 ? 'TOO_FEW_SEATS' : 'SEATS_GONE')
    return earliest
  }
  const [row] = await selectToSelect(db, buyer).where(and(eq(runs.id, parseId(id)), isOfClass(classId)))
  const run = orNotFound(row)
  if (!canEnroll(run)) throw new AppError('RUN_CLOSED')
  if (!run.hasSeats) throw run.shown > 0 ? new AppError('TOO_FEW_SEATS') : new AppError('SEATS_GONE')
  return run
}

/** A user who wants to select some seats of a run now. */
type Buyer = { userId: string; seats: number; now: number }

type InSql<Values> = { [Key in keyof Values]: Values[Key] | SQLWrapper }

/** Selects runs with what it takes to select so many seats of them. */
function selectToSelect(db: Database, buyer: InSql<Buyer>) {
  const { canceledAt, closesAt, shownSeats } = runs
  const price = sql`coalesce(${selectOfferedPrice(buyer.userId, buyer.seats)}, ${runs.listPriceMinor})`
  const listPriceMinor = sql<number | null>`${price}`.mapWith(Number)
  return db
    .select({ id: runs.id, listPriceMinor, canceledAt, closesAt, shown: shownSeats, hasSeats: hasSeatsFor(db, buyer) })
    .from(runs)
}

/** Selects the earliest run of a class with so many seats to select. */
const selectEarliest = prepare<Buyer & { classId: string }>()((db, value) => {
  const buyer = { userId: value('userId'), seats: value('seats'), now: value('now') }
  const hasSeats = and(isEnrollable(buyer.now), hasSeatsFor(db, buyer))
  return selectToSelect(db, buyer)
    .where(and(isOfClass(value('classId')), hasSeats))
    .orderBy(...byStart)
    .limit(1)
})

function hasSeatsFor(db: Database, buyer: InSql<Buyer>) {
  return sql<boolean>`(${runs.shownSeats} >= ${buyer.seats} or ${isTakeableBy(db, buyer)})`
}

/** The price is that of an offer to the actor, who waited, or else of the run; null where that has the price of its class. */
export type SelectedRun = Pick<RunRow, 'id' | 'listPriceMinor'>

/**
 * Returns when the next run closes, in milliseconds since 1970, or null: no write tells that its seats are no longer for sale.
 * @param shown whose seats: those of all classes, of none, or of one
 */
export async function readNextClosing(db: Database, shown: SeatsShown): Promise<number | null> {
  if (shown === 'none') return null
  const isShown = shown === 'all' ? undefined : isOfClass(shown.classId)
  const [next] = await db
    .select({ closesAt: min(runs.closesAt) })
    .from(runs)
    .where(and(isShown, isNotCanceled, gt(runs.closesAt, Date.now())))
  return next?.closesAt ?? null
}

/** Returns whether students can still enroll in a run. */
export function canEnroll({ canceledAt, closesAt }: Pick<RunRow, 'canceledAt' | 'closesAt'>): boolean {
  return canceledAt === null && (closesAt === null || closesAt > Date.now())
}

/** Inserts a run of a locked or new class with its sessions, and returns its id. @throws AppError TOO_MANY_RUNS */
export async function insert(
  tx: Transaction,
  classId: string,
  fields: Pick<RunFields, 'seats'> & Partial<RunFields>,
  sessions: readonly SessionFields[] = [],
): Promise<string> {
  if ((await tx.$count(runs, and(isOfClass(classId), isNotCanceled))) >= MAX_RUNS) throw new AppError('TOO_MANY_RUNS')
  const values = { ...fields, classId, offered: fields.seats, createdAt: Date.now() }
  const [created] = await tx.insert(runs).values(values).returning({ id: runs.id })
  const { id } = must(created)
  await saveSessions(tx, id, sessions)
  changesSeats(tx, classId)
  return id
}

/** Updates a run of a locked class. @param sessions all of its sessions; undefined keeps them */
export async function update(
  tx: Transaction,
  { id, seats: earlier, sequence }: RunRow,
  { seats, ...fields }: RunFields,
  sessions?: readonly SessionFields[],
): Promise<void> {
  await changeSeats(tx, id, { offered: seats - earlier }, { ...fields, sequence: sequence + 1 })
  if (sessions) await saveSessions(tx, id, sessions)
}

/** Ends enrolling in a run of a locked class. */
export async function close(tx: Transaction, { id, sequence, timeZone }: RunRow): Promise<void> {
  const lastMoment = Date.now()
  const lastMomentClock = toClockTime(lastMoment, timeZone)
  await updateRun(tx, id, { lastMoment, lastMomentClock, sequence: sequence + 1 })
}

/** Tells calendars that the runs of a locked class have changed. */
export async function raiseSequences(tx: Transaction, classId: string): Promise<void> {
  await tx
    .update(runs)
    .set({ sequence: sql`${runs.sequence} + 1` })
    .where(isOfClass(classId))
}

/** Cancels a run of a locked class for good. */
export async function cancel(tx: Transaction, { id, classId, enroll, sequence }: RunRow): Promise<void> {
  await updateRun(tx, id, { canceledAt: Date.now(), sequence: sequence + 1 })
  await Classes.changeEnroll(tx, classId, -enroll)
}

/** Matches runs that have so many seats, those included that some users may take with their offers, as `requireUnsoldSeats` counts them. */
function hasWithOffers(db: Database, userIds: readonly string[], seats: number) {
  const free = sql`case when ${isWaitedFor} then 0 else ${runs.seats} + ${runs.returns} - ${runs.held} end`
  const all = sql`least(${runs.seats}, ${free} + ${countTakeableBy(db, userIds)})`
  return sql<boolean>`(${runs.waiting} + ${runs.offers} > 0 and ${all} >= ${seats})`
}

/** Lists the other dates of a class in which students can enroll, and which have so many seats for all, or with the offers of some users, by their start. */
export async function listOthers(
  db: Database,
  { id, classId }: Pick<RunRow, 'id' | 'classId'>,
  limit: number,
  { seats = 1, userIds = [] }: { seats?: number; userIds?: string[] } = {},
): Promise<RunRow[]> {
  const byOffers = userIds.map((userId) => isTakeableBy(db, { userId, seats }))
  if (seats > 1) byOffers.push(hasWithOffers(db, userIds, seats))
  const hasSeats = or(gte(runs.shownSeats, seats), ...byOffers)
  const isOther = and(isOfClass(classId), isEnrollable(), ne(runs.id, id), isNotNull(runs.startsAt))
  return db
    .select()
    .from(runs)
    .where(and(isOther, hasSeats))
    .orderBy(...byStart)
    .limit(limit)
}
