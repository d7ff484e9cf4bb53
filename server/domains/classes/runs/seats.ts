/**
 * The seats of runs. Those on offer are free, held by a checkout, or taken by an enrolment; the API's `seats` are the first two. Every sale
 * and refund locks the class first, and all of its runs with it.
 */
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { AppError, must } from '#server/platform/app-error.ts'
import { changesSeats, type Transaction } from '#server/platform/database/transaction.ts'
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
  const rows = await selectForSale(tx, getTableColumns(runs), ids)
  return new Map(rows.map((row) => [row.run.id, withPrice(row)]))
}

/** Locks classes and a run of each before a hold, as `lockAllForSale` does, and reads what a hold needs. */
export async function lockToHold(tx: Transaction, ids: string[]): Promise<Map<string, RunToHold>> {
  const rows = await selectForSale(tx, HOLD_COLUMNS, ids)
  return new Map(rows.map((row) => [row.run.id, withPrice(row)]))
}

export type RunToHold = LockedRun<keyof typeof HOLD_COLUMNS>

const HOLD_COLUMNS = {
  id: runs.id,
  seats: runs.seats,
  held: runs.held,
  listPriceMinor: runs.listPriceMinor,
  endsAt: runs.endsAt,
  closesAt: runs.closesAt,
  canceledAt: runs.canceledAt,
}

function selectForSale<Columns extends typeof HOLD_COLUMNS>(tx: Transaction, columns: Columns, ids: string[]) {
  return tx
    .select({
      run: columns,
      class: CLASS_COLUMNS,
      isOnOffer: sql<boolean>`coalesce(${and(isOnOffer, isNotCanceled)}, false)`,
    })
    .from(classes)
    .innerJoin(runs, eq(runs.classId, classes.id))
    .where(inArray(runs.id, ids))
    .orderBy(classes.id)
    .for('update')
}

function withPrice<Key extends keyof RunRow>(locked: Omit<LockedRun<Key | 'listPriceMinor'>, 'listPriceMinor'>) {
  return { ...locked, listPriceMinor: locked.run.listPriceMinor ?? locked.class.listPriceMinor }
}

/** Returns how many seats of a run are free: nobody has them, and nobody else is paying for them. */
export function countFree({ seats, held }: RunSeats, ownHolds = 0): number {
  return Math.max(0, seats - held + ownHolds)
}

type RunSeats = Pick<RunRow, 'seats' | 'held'>

/** `countFree` in SQL. */
export const freeSeats: SQL<number> = sql<number>`greatest(0, ${runs.seats} - ${runs.held})`

/** @param ownHolds the seats of the run that the student holds themselves @throws AppError SEATS_GONE, SEATS_HELD */
export function requireFreeSeat(run: RunSeats, ownHolds = 0): void {
  if (run.seats === 0) throw new AppError('SEATS_GONE')
  if (countFree(run, ownHolds) === 0) throw new AppError('SEATS_HELD')
}

/** Locks the seats of a run before a hold of it ends, or of several runs, then with their classes. */
export async function lockSeats(tx: Transaction, ids: string[]): Promise<void> {
  const [id = '', ...others] = ids
  if (others.length > 0) await lockAllForSale(tx, ids)
  else await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, id)).for('no key update')
}

/** Differences; negative ones free seats, or withdraw them from sale. */
export interface SeatChange {
  /** Seats on offer. */
  offered?: number
  /** Seats that enrolments have. */
  taken?: number
  /** Seats that checkouts hold. */
  held?: number
}

/**
 * Changes the seats of a locked run, with `fields` of it, or of several runs of different classes in the same way. Everything that claims a seat or frees one comes here: holds, sales, the end of an
 * enrolment, a move, more seats. A canceled run no longer counts in its class.
 */
export async function changeSeats(
  tx: Transaction,
  id: string | string[],
  { offered = 0, taken = 0, held = 0 }: SeatChange,
  fields: PgUpdateSetSource<typeof runs> = {},
): Promise<void> {
  const seats = { ...add('seats', offered - taken), ...add('enroll', taken), ...add('offered', offered) }
  const shown = { ...fields, ...seats }
  const values = { ...shown, ...add('held', held) }
  const ids = [id].flat()
  const classIds = taken === 0 ? await writeRuns(tx, ids, values) : await writeTaken(tx, ids, values, taken)
  if (Object.keys(shown).length > 0) for (const classId of classIds) changesSeats(tx, classId)
}

function add(column: 'seats' | 'enroll' | 'held' | 'offered', by: number): PgUpdateSetSource<typeof runs> {
  return by === 0 ? {} : { [column]: sql`${runs[column]} + ${by}::int` }
}

/** Updates a run of a locked class. */
export async function updateRun(tx: Transaction, id: string, values: PgUpdateSetSource<typeof runs>): Promise<void> {
  for (const classId of await writeRuns(tx, [id], values)) changesSeats(tx, classId)
}

/** Writes what no public page shows, or what the caller reports. Returns the ids of the classes. */
async function writeRuns(tx: Transaction, ids: string[], values: PgUpdateSetSource<typeof runs>): Promise<string[]> {
  const rows = await tx.update(runs).set(values).where(inArray(runs.id, ids)).returning({ classId: runs.classId })
  return rows.map(({ classId }) => classId)
}

/** Writes runs of different classes, and the taken seats of these in the same statement. Returns the ids of the classes. */
async function writeTaken(
  tx: Transaction,
  ids: string[],
  values: PgUpdateSetSource<typeof runs>,
  taken: number,
): Promise<string[]> {
  const { classId, canceledAt } = runs
  const run = tx
    .$with('run')
    .as(tx.update(runs).set(values).where(inArray(runs.id, ids)).returning({ classId, canceledAt }))
  const owner = tx.$with('owner').as(
    tx
      .update(classes)
      .set({ enroll: sql`${classes.enroll} + ${taken}::int` })
      .where(inArray(classes.id, sql`(select class_id from run where canceled_at is null)`))
      .returning({ id: classes.id }),
  )
  const rows = await tx.with(run, owner).select({ classId: run.classId }).from(run)
  return rows.map((row) => row.classId)
}
