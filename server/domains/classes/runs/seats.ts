/** The seats of runs. Every sale and refund locks the class first, and all of its runs with it. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { must } from '#server/platform/app-error.ts'
import { changesSeats, type Transaction } from '#server/platform/database/transaction.ts'
import { classes, isOnOffer } from '../classes.table.ts'
import * as Classes from '../classes.ts'
import { isNotCanceled, type RunRow, runs } from './runs.table.ts'

/** Without the texts of a class, which are long. */
const CLASS_COLUMNS = {
  id: classes.id,
  instructorId: classes.instructorId,
  name: classes.name,
  image: classes.image,
  listPriceMinor: classes.listPriceMinor,
  withdrawnAt: classes.withdrawnAt,
  deletedAt: classes.deletedAt,
}

/** A locked run with its class. */
export interface LockedRun {
  run: RunRow
  class: Pick<Classes.ClassRow, keyof typeof CLASS_COLUMNS>
  /** True if the class is on offer and the run is not canceled. */
  isOnOffer: boolean
  /** List price of the run now, in minor units. */
  listPriceMinor: number
}

/**
 * Locks a class of any state and one of its runs before a hold, a sale or a refund. The lock of the class covers all of its runs:
 * every change of a run locks the class first, so that they never deadlock.
 */
export async function lockForSale(tx: Transaction, id: string): Promise<LockedRun> {
  const [row] = await tx
    .select({
      run: getTableColumns(runs),
      class: CLASS_COLUMNS,
      isOnOffer: sql<boolean>`coalesce(${and(isOnOffer, isNotCanceled)}, false)`,
    })
    .from(classes)
    .innerJoin(runs, eq(runs.classId, classes.id))
    .where(eq(runs.id, id))
    .for('update')
  const { run, class: owner, isOnOffer: isForSale } = must(row)
  const listPriceMinor = run.listPriceMinor ?? owner.listPriceMinor
  return { run, class: owner, isOnOffer: isForSale, listPriceMinor }
}

/** Changes the free seats of a run of a locked class. */
export async function changeSeats(tx: Transaction, { id, enroll }: RunRow, seats: number): Promise<void> {
  await updateRun(tx, id, { seats, offered: seats + enroll })
}

/** Takes free seats of a run of a locked class, one by default. */
export async function takeSeat(tx: Transaction, id: string, all = 1): Promise<void> {
  const values = { seats: sql`${runs.seats} - ${all}::int`, enroll: sql`${runs.enroll} + ${all}::int` }
  const { classId } = await updateRun(tx, id, values)
  await Classes.changeEnroll(tx, classId, all)
}

/** Returns taken seats of a run of a locked class, one by default. A canceled run no longer counts in its class. */
export async function returnSeat(tx: Transaction, id: string, all = 1): Promise<void> {
  const values = { seats: sql`${runs.seats} + ${all}::int`, enroll: sql`${runs.enroll} - ${all}::int` }
  const { classId, canceledAt } = await updateRun(tx, id, values)
  if (canceledAt === null) await Classes.changeEnroll(tx, classId, -all)
}

/** Updates a run of a locked class. Returns its class, and whether it is canceled. */
export async function updateRun(tx: Transaction, id: string, values: PgUpdateSetSource<typeof runs>) {
  const [row] = await tx
    .update(runs)
    .set(values)
    .where(eq(runs.id, id))
    .returning({ classId: runs.classId, canceledAt: runs.canceledAt })
  const updated = must(row)
  changesSeats(tx, updated.classId)
  return updated
}
