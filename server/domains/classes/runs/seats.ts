/**
 * The seats of runs. Those on offer are free, held by a checkout or an offer to who waits, or taken by an enrolment. Some taken ones are for
 * sale again: `held` counts their holds too. Every sale and refund locks the class first, and all of its runs with it.
 */
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { AppError, must } from '#server/platform/app-error.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import { changesSeats, freesSeats, type Transaction } from '#server/platform/database/transaction.ts'
import { classes, isOnOffer } from '../classes.table.ts'
import type { ClassRow } from '../classes.ts'
import { isNotCanceled, type RunRow, runs } from './runs.table.ts'

/** Without the texts of a class, which are long. */
const CLASS_COLUMNS = {
  id: classes.id,
  instructorId: classes.instructorId,
  name: classes.name,
  image: classes.image,
  listPriceMinor: classes.listPriceMinor,
  termsId: classes.termsId,
  withdrawnAt: classes.withdrawnAt,
  deletedAt: classes.deletedAt,
}

/** A locked run with its class. */
export interface LockedRun<Key extends keyof RunRow = keyof RunRow> {
  run: Pick<RunRow, Key>
  class: Pick<ClassRow, keyof typeof CLASS_COLUMNS>
  /** True if the class is on offer and the run is not canceled. */
  isOnOffer: boolean
  /** True if anyone waits for a seat of the class, or is offered one, in whatever run. */
  hasList: boolean
  /** List price of the run now, in minor units. */
  listPriceMinor: number
}

/**
 * Locks a class of any state and one of its runs before a sale or a refund. The lock of the class covers all of its runs: every change
 * of a run locks the class first, so that they never deadlock.
 */
export async function lockForSale(tx: Transaction, id: string): Promise<LockedRun> {
  return must((await lockAllForSale(tx, [id])).get(id))
}

/** Locks runs of several classes as `lockForSale` does, in the order of their classes' ids. Returns them by their ids. */
export async function lockAllForSale(tx: Transaction, ids: string[]): Promise<Map<string, LockedRun>> {
  const rows = await selectForSale(tx, { ids })
  return new Map(rows.map((row) => [row.run.id, withPrice(row)]))
}

/** Locks classes and a run of each before a hold, as `lockAllForSale` does, and reads what a hold needs. */
export async function lockToHold(tx: Transaction, ids: string[]): Promise<Map<string, RunToHold>> {
  const rows = await selectToHold(tx, { ids })
  return new Map(rows.map((row) => [row.run.id, withPrice(row)]))
}

export type RunToHold = LockedRun<keyof typeof HOLD_COLUMNS>

const HOLD_COLUMNS = {
  id: runs.id,
  seats: runs.seats,
  held: runs.held,
  offers: runs.offers,
  waiting: runs.waiting,
  waitingLeast: runs.waitingLeast,
  returns: runs.returns,
  listPriceMinor: runs.listPriceMinor,
  endsAt: runs.endsAt,
  closesAt: runs.closesAt,
  canceledAt: runs.canceledAt,
}

function prepareSale<Columns extends typeof HOLD_COLUMNS>(columns: Columns) {
  return prepare<{ ids: string[] }>()((db, value) =>
    db
      .select({
        run: columns,
        class: CLASS_COLUMNS,
        isOnOffer: sql<boolean>`coalesce(${and(isOnOffer, isNotCanceled)}, false)`,
        hasList: sql<boolean>`exists (
          select 1 from runs listed where listed.class_id = ${classes.id} and listed.waiting + listed.offers > 0
        )`,
      })
      .from(classes)
      .innerJoin(runs, eq(runs.classId, classes.id))
      .where(sql`${runs.id} = any(${value('ids')})`)
      .orderBy(classes.id)
      .for('no key update'),
  )
}

const selectForSale = prepareSale(getTableColumns(runs))
const selectToHold = prepareSale(HOLD_COLUMNS)

function withPrice<Key extends keyof RunRow>(locked: Omit<LockedRun<Key | 'listPriceMinor'>, 'listPriceMinor'>) {
  return { ...locked, listPriceMinor: locked.run.listPriceMinor ?? locked.class.listPriceMinor }
}

/** Returns whether students take part in a run: also where the instructor has left, and no one can book it. `takesPlace` in TypeScript. */
export function doesTakePlace({ run, class: row }: LockedRun<'canceledAt'>): boolean {
  return run.canceledAt === null && row.withdrawnAt === null && row.deletedAt === null
}

/**
 * Returns how many seats of a run can be bought: no one has them or they are for sale again, and no one else is paying for them. While anyone
 * waits for so many, none is free for others.
 * @param own the seats of the run that the student holds, or may take from the waiting list
 */
export function countFree({ seats, returns, held, waiting, waitingLeast }: RunSeats, own = 0): number {
  const free = seats + returns - held
  const isWaitedFor = waiting > 0 && free >= (waitingLeast ?? 1)
  return Math.max(0, (isWaitedFor ? 0 : free) + own)
}

/** Returns how many seats of a run are free without a sale: those that no one has. */
export function countUnsold(run: RunSeats, own = 0): number {
  return Math.min(run.seats, countFree(run, own))
}

type RunSeats = Pick<RunRow, 'seats' | 'returns' | 'held' | 'waiting' | 'waitingLeast' | 'offers'>

/** Matches runs with as many free seats as one of those who wait wants. */
export const isWaitedFor: SQL<boolean> = sql<boolean>`(${runs.waiting} > 0
  and ${runs.seats} + ${runs.returns} - ${runs.held} >= coalesce(${runs.waitingLeast}, 1))`

/** `countUnsold` in SQL. */
export const unsoldSeats: SQL<number> = sql<number>`case when ${isWaitedFor} then 0
  else greatest(0, least(${runs.seats}, ${runs.seats} + ${runs.returns} - ${runs.held})) end`

/** Matches runs with a seat that can be bought, apart from their waiting lists. */
export const hasFreeSeat: SQL<boolean> = sql<boolean>`(${runs.seats} + ${runs.returns} > ${runs.held})`

/** Requires seats that can be bought. @param own as for `countFree` @throws AppError SEATS_GONE, TOO_FEW_SEATS, SEATS_HELD */
export function requireFreeSeats(run: RunSeats, wanted: number, own = 0): void {
  requireSeats(run, { all: run.seats + run.returns, free: countFree(run, own), wanted })
}

/** Requires seats that no one has. @param own as for `countFree` @throws AppError SEATS_GONE, TOO_FEW_SEATS, SEATS_HELD */
export function requireUnsoldSeats(run: RunSeats, wanted: number, own = 0): void {
  requireSeats(run, { all: run.seats, free: countUnsold(run, own), wanted })
}

function requireSeats(
  { waiting, offers }: RunSeats,
  { all, free, wanted }: { all: number; free: number; wanted: number },
): void {
  if (all === 0) throw new AppError('SEATS_GONE')
  if (all < wanted) throw new AppError('TOO_FEW_SEATS')
  if (free >= wanted) return
  throw waiting + offers > 0 ? new AppError('SEATS_HELD', OFFERED) : new AppError('SEATS_HELD')
}

const OFFERED = 'All remaining seats are in checkout, or for those on the waiting list. Join it to be offered one.'

/** Locks the seats of a run before a hold of it ends, or of several runs, then with their classes. Returns those with a waiting list. */
export async function lockSeats(tx: Transaction, ids: string[]): Promise<string[]> {
  const [id = '', ...others] = ids
  const { offers, waiting } = runs
  const rows =
    others.length > 0
      ? [...(await lockAllForSale(tx, ids)).values()].map(({ run }) => run)
      : await tx.select({ id: runs.id, offers, waiting }).from(runs).where(eq(runs.id, id)).for('no key update')
  return rows.filter((run) => run.offers + run.waiting > 0).map((run) => run.id)
}

/** Locks the runs of a locked class that have a waiting list, and returns their ids. */
export async function lockListed(tx: Transaction, classId: string): Promise<string[]> {
  const hasList = and(eq(runs.classId, classId), sql`${runs.waiting} + ${runs.offers} > 0`)
  const rows = await tx.select({ id: runs.id }).from(runs).where(hasList).orderBy(runs.id).for('no key update')
  return rows.map(({ id }) => id)
}

/** Differences; negative ones free seats, or withdraw them from sale. */
export interface SeatChange {
  /** Seats on offer. */
  offered?: number
  /** Seats that enrolments have. */
  taken?: number
  /** Seats that checkouts and offers hold. */
  held?: number
  /** Seats that are offered to who waits. */
  offers?: number
  /** Entries that wait. */
  waiting?: number
  /** Taken seats that are for sale again. */
  returns?: number
}

/**
 * Changes the seats of a locked run, with `fields` of it, or of several runs of different classes in the same way, each as often as it is named. Everything that claims a seat or frees one comes here: holds, sales, the end of an
 * enrolment, a move, more seats. A seat that is free then is offered to who waits for it before the commit. A canceled run no longer counts
 * in its class.
 */
export async function changeSeats(
  tx: Transaction,
  id: string | string[],
  change: SeatChange,
  fields: PgUpdateSetSource<typeof runs> = {},
): Promise<void> {
  const named = Map.groupBy([id].flat(), (one) => one)
  const byCount = Map.groupBy(named.values(), ({ length }) => length)
  for (const [count, all] of byCount) {
    const ids = all.map(([one]) => must(one))
    await changeRuns(tx, ids, multiply(change, count), fields)
  }
}

function multiply(change: SeatChange, by: number): SeatChange {
  return Object.fromEntries(Object.entries(change).map(([name, seats]) => [name, seats * by]))
}

async function changeRuns(
  tx: Transaction,
  ids: string[],
  { offered = 0, taken = 0, held = 0, offers = 0, waiting = 0, returns = 0 }: SeatChange,
  fields: PgUpdateSetSource<typeof runs>,
): Promise<void> {
  const seats = { ...add('seats', offered - taken), ...add('enroll', taken), ...add('offered', offered) }
  const lists = { ...add('offers', offers), ...add('waiting', waiting), ...add('returns', returns) }
  const shown = { ...fields, ...seats, ...lists }
  const values = { ...shown, ...add('held', held) }
  const classIds = taken === 0 ? await writeRuns(tx, ids, values) : await writeTaken(tx, ids, values, taken)
  if (Object.keys(shown).length > 0) for (const classId of classIds) changesSeats(tx, classId)
}

function add(
  column: 'seats' | 'enroll' | 'held' | 'offered' | 'offers' | 'waiting' | 'returns',
  by: number,
): PgUpdateSetSource<typeof runs> {
  return by === 0 ? {} : { [column]: sql`${runs[column]} + ${by}::int` }
}

/** Updates a run of a locked class. */
export async function updateRun(tx: Transaction, id: string, values: PgUpdateSetSource<typeof runs>): Promise<void> {
  for (const classId of await writeRuns(tx, [id], values)) changesSeats(tx, classId)
}

/** Writes what no public page shows, or what the caller reports. Returns the ids of the classes. */
async function writeRuns(tx: Transaction, ids: string[], values: PgUpdateSetSource<typeof runs>): Promise<string[]> {
  const rows = await tx.update(runs).set(values).where(inArray(runs.id, ids)).returning(selectWritten())
  return rows.map((row) => markFreed(tx, row))
}

/** The columns that a write of runs returns. */
const selectWritten = () => ({
  id: runs.id,
  classId: runs.classId,
  canceledAt: runs.canceledAt,
  /** True if the run has a seat for who waits, or if no one can wait for one or take one now. */
  isFreed: sql<boolean>`(${runs.waiting} > 0 and ${hasFreeSeat}
    or ${runs.canceledAt} is not null and ${runs.waiting} + ${runs.offers} > 0
    or ${runs.offers} > 0 and ${runs.closesAt} <= ${Date.now()})`.as('is_freed'),
})

/** Returns the id of the class. */
function markFreed(
  tx: Transaction,
  { id, classId, isFreed }: { id: string; classId: string; isFreed: boolean },
): string {
  if (isFreed) freesSeats(tx, id)
  return classId
}

/** Writes runs of different classes, and the taken seats of these in the same statement. Returns the ids of the classes. */
async function writeTaken(
  tx: Transaction,
  ids: string[],
  values: PgUpdateSetSource<typeof runs>,
  taken: number,
): Promise<string[]> {
  const run = tx.$with('run').as(tx.update(runs).set(values).where(inArray(runs.id, ids)).returning(selectWritten()))
  const owner = tx.$with('owner').as(
    tx
      .update(classes)
      .set({ enroll: sql`${classes.enroll} + ${taken}::int` })
      .where(inArray(classes.id, sql`(select class_id from run where canceled_at is null)`))
      .returning({ id: classes.id }),
  )
  const rows = await tx.with(run, owner).select({ id: run.id, classId: run.classId, isFreed: run.isFreed }).from(run)
  return rows.map((row) => markFreed(tx, row))
}
