/** The verbs on runs. Those that take `tx` write the table; other domains change a run only through them. */
import { and, asc, count, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Run } from '#contract/runs.ts'
import { MAX_RUNS } from '#contract/values/limits.ts'
import { runAsJson, toManagedRun } from '#server/domains/classes/class-runs.ts'
import { classes, isOnOffer } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { changesCatalogue, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { isEnrollable, isNotCanceled, isOfClass, runSessions, runs } from './runs.table.ts'

export type RunRow = typeof runs.$inferSelect

/** A session to store. Without an id it is new. */
export type SessionFields = Omit<typeof runSessions.$inferInsert, 'runId'>

/** The columns that an instructor decides. */
export type RunFields = Omit<
  RunRow,
  'id' | 'classId' | 'enroll' | 'offered' | 'closesAt' | 'canceledAt' | 'sequence' | 'createdAt' | 'version'
>

/** A locked run with its class. */
export interface LockedRun {
  run: RunRow
  class: Classes.ClassRow
  /** Whether the class is on offer and the run is not canceled. */
  isOnOffer: boolean
  /** What the run costs now, in the minor unit. */
  listPriceMinor: number
}

/**
 * Locks a class of any state and one of its runs before a hold, a sale or a refund. The lock of the class covers all of its runs: whoever
 * changes a run has locked the class first, so that they never deadlock.
 */
export async function lockForSale(tx: Transaction, id: string): Promise<LockedRun> {
  const columns = {
    run: getTableColumns(runs),
    class: getTableColumns(classes),
    isOnOffer: sql<boolean>`coalesce(${and(isOnOffer, isNotCanceled)}, false)`,
  }
  const [row] = await tx
    .select(columns)
    .from(classes)
    .innerJoin(runs, eq(runs.classId, classes.id))
    .where(eq(runs.id, id))
    .for('update')
  return withPrice(must(row))
}

/** Returns a run with its class. `instructorId` limits it to the classes of one instructor. @throws AppError NOT_FOUND */
export async function find(db: Database, id: string, instructorId?: string): Promise<RunRow> {
  const [row] = await db
    .select({ run: getTableColumns(runs) })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(and(eq(runs.id, parseId(id)), Classes.matchesOwner(instructorId)))
  return orNotFound(row).run
}

/** Returns all runs of a class with their sessions, in order of their start. */
export async function list(
  { db, currency }: Pick<Context, 'db' | 'currency'>,
  { id, listPriceMinor }: Pick<Classes.ClassRow, 'id' | 'listPriceMinor'>,
): Promise<Run[]> {
  const rows = await db
    .select({ run: runAsJson })
    .from(runs)
    .where(isOfClass(id))
    .orderBy(sql`${runs.startsAt} nulls last`, runs.createdAt, runs.id)
  return rows.map(({ run }) => toManagedRun(run, { listPriceMinor, currency }))
}

/** Returns a run of a class with its sessions. */
export async function readManaged(
  { db, currency }: Pick<Context, 'db' | 'currency'>,
  { listPriceMinor }: Pick<Classes.ClassRow, 'listPriceMinor'>,
  id: string,
): Promise<Run> {
  const [row] = await db.select({ run: runAsJson }).from(runs).where(eq(runs.id, id))
  return toManagedRun(must(row).run, { listPriceMinor, currency })
}

/** Returns the runs of a class that are not canceled, in order of their start. */
export async function listLive(db: Database, classId: string): Promise<RunRow[]> {
  return db
    .select()
    .from(runs)
    .where(and(isOfClass(classId), isNotCanceled))
    .orderBy(sql`${runs.startsAt} nulls last`, runs.createdAt, runs.id)
}

/**
 * Returns the run of a class that a student selects: the one of an id, or the earliest with a free seat.
 * @throws AppError NOT_FOUND for a run of another class, RUN_CLOSED, SEATS_GONE
 */
export async function findToSelect(db: Database, classId: string, id?: string): Promise<RunRow> {
  if (id === undefined) {
    const [earliest] = await db
      .select()
      .from(runs)
      .where(and(isOfClass(classId), isEnrollable(), gt(runs.seats, 0)))
      .orderBy(sql`${runs.startsAt} nulls last`, asc(runs.createdAt), runs.id)
      .limit(1)
    if (!earliest) throw new AppError('SEATS_GONE')
    return earliest
  }
  const [row] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.id, parseId(id)), isOfClass(classId)))
  const run = orNotFound(row)
  if (!canEnroll(run)) throw new AppError('RUN_CLOSED')
  if (run.seats === 0) throw new AppError('SEATS_GONE')
  return run
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
  const [existing] = await tx
    .select({ all: count() })
    .from(runs)
    .where(and(isOfClass(classId), isNotCanceled))
  if (Number(existing?.all) >= MAX_RUNS) throw new AppError('TOO_MANY_RUNS')
  const values = { ...fields, classId, offered: fields.seats, createdAt: Date.now() }
  const [created] = await tx.insert(runs).values(values).returning({ id: runs.id })
  const { id } = must(created)
  await saveSessions(tx, id, sessions)
  changesCatalogue(tx)
  return id
}

/** Updates a run of a locked class. @param sessions all of its sessions; undefined keeps them */
export async function update(
  tx: Transaction,
  { id, enroll, sequence }: RunRow,
  fields: RunFields,
  sessions?: readonly SessionFields[],
): Promise<void> {
  await write(tx, id, { ...fields, offered: fields.seats + enroll, sequence: sequence + 1 })
  if (sessions) await saveSessions(tx, id, sessions)
}

/** Changes the free seats of a run of a locked class. */
export async function changeSeats(tx: Transaction, { id, enroll }: RunRow, seats: number): Promise<void> {
  await write(tx, id, { seats, offered: seats + enroll })
}

/** Takes a free seat of a run of a locked class. */
export async function takeSeat(tx: Transaction, id: string): Promise<void> {
  const [taken] = await write(tx, id, { seats: sql`${runs.seats} - 1`, enroll: sql`${runs.enroll} + 1` })
  await Classes.changeEnroll(tx, must(taken).classId, 1)
}

/** Returns a taken seat of a run of a locked class. A canceled run no longer counts in its class. */
export async function returnSeat(tx: Transaction, id: string): Promise<void> {
  const [row] = await write(tx, id, { seats: sql`${runs.seats} + 1`, enroll: sql`${runs.enroll} - 1` })
  const { classId, canceledAt } = must(row)
  if (canceledAt === null) await Classes.changeEnroll(tx, classId, -1)
}

/** Cancels a run of a locked class for good. */
export async function cancel(tx: Transaction, { id, classId, enroll, sequence }: RunRow): Promise<void> {
  await write(tx, id, { canceledAt: Date.now(), sequence: sequence + 1 })
  await Classes.changeEnroll(tx, classId, -enroll)
}

/** Replaces the sessions of a run. Those whose id is known are kept, so that calendars recognize them. */
async function saveSessions(tx: Transaction, runId: string, sessions: readonly SessionFields[]): Promise<void> {
  const rows = await tx.select({ id: runSessions.id }).from(runSessions).where(eq(runSessions.runId, runId))
  const known = new Set(rows.map(({ id }) => id))
  for (const { id } of rows) {
    if (!sessions.some((session) => session.id === id)) await tx.delete(runSessions).where(eq(runSessions.id, id))
  }
  for (const { id, ...times } of sessions) {
    if (id !== undefined && known.delete(id)) await tx.update(runSessions).set(times).where(eq(runSessions.id, id))
    else await tx.insert(runSessions).values({ ...times, runId })
  }
}

async function write(tx: Transaction, id: string, values: PgUpdateSetSource<typeof runs>) {
  changesCatalogue(tx)
  return tx
    .update(runs)
    .set(values)
    .where(eq(runs.id, id))
    .returning({ classId: runs.classId, canceledAt: runs.canceledAt })
}

function withPrice(row: Omit<LockedRun, 'listPriceMinor'>): LockedRun {
  return { ...row, listPriceMinor: row.run.listPriceMinor ?? row.class.listPriceMinor }
}
