/** Selects runs of classes. An item stores the price that its student has seen. */
import { and, eq, exists, sql } from 'drizzle-orm'
import { classes, isOnOffer } from '#server/domains/classes/classes.table.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { enrolments, isActive, selectCurrentEnrolment } from '#server/domains/enrolments/enrolments.table.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import { inTransaction, repeatConflicts } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { cartItems } from './cart.table.ts'
import { isOwnItem, selectWithClass, toItems } from './cart-response.ts'

/** Seats of a class to select. */
export interface Choice {
  classId: string
  /** Without it, the earliest run with so many free seats. */
  runId?: string | undefined
  seats: number
  /** True to select further seats of a run in which the actor has one. */
  isForOthers?: boolean
}

/**
 * Selects seats of a class on offer for the actor, and returns the id of the cart item. Who is in the class can only select seats of the same run
 * for other people.
 * @param replacedId an item of the class that gives way to it
 * @throws AppError NOT_FOUND, ALREADY_ENROLLED, RUN_CLOSED, SEATS_GONE, TOO_FEW_SEATS, ALREADY_SELECTED
 */
export async function select(ctx: Context, choice: Choice, replacedId?: string): Promise<string> {
  const { classId, runId, seats, isForOthers = false } = choice
  const { db, actor } = ctx
  const id = parseId(classId)
  const [chosen] = await selectOnOffer(db, { id, userId: actor.id, now: Date.now() })
  const { isEnrolled, ...owner } = orNotFound(chosen)
  if (isEnrolled && !isForOthers) throw new AppError('ALREADY_ENROLLED')
  const run = await Runs.findToSelect(ctx, id, { id: runId, seats })
  if (isEnrolled && !(await hasSeat(db, actor.id, run.id))) throw new AppError('ALREADY_ENROLLED')
  const listPriceMinor = run.listPriceMinor ?? owner.listPriceMinor
  const chosenSeats = { runId: run.id, seats, forOthers: isEnrolled }
  const values = { userId: actor.id, classId: id, ...chosenSeats, listPriceMinor, createdAt: Date.now() }
  const insert = async (tx: Database) => {
    if (replacedId !== undefined) await tx.delete(cartItems).where(isOwnItem(ctx, replacedId))
    const [created] = await tx.insert(cartItems).values(values).onConflictDoNothing().returning({ id: cartItems.id })
    if (!created) throw new AppError('ALREADY_SELECTED')
    return created.id
  }
  // The references lock the user before the class, the deletion of an account after it: a deadlock is repeated.
  return replacedId === undefined ? repeatConflicts(() => insert(db)) : inTransaction(ctx, insert)
}

/** Selects the price of a class on offer, and whether a user is enrolled in it. */
const selectOnOffer = prepare<{ id: string; userId: string; now: number }>()((db, value) => {
  const classId = value('id')
  const current = selectCurrentEnrolment(db, { userId: value('userId'), classId, now: value('now') })
  return db
    .select({ listPriceMinor: classes.listPriceMinor, isEnrolled: sql<boolean>`${exists(current)}` })
    .from(classes)
    .where(and(eq(classes.id, classId), isOnOffer))
})

async function hasSeat(db: Database, userId: string, runId: string): Promise<boolean> {
  return (await db.$count(enrolments, and(isActive, eq(enrolments.userId, userId), eq(enrolments.runId, runId)))) > 0
}

/**
 * Returns the id of the actor's item of a class that gives way to another run, since it has a problem; null without one.
 * @throws AppError as for the selection of the run
 */
export async function findReplaceable(ctx: Context, { classId, runId, seats }: Choice): Promise<string | null> {
  const isSame = and(eq(cartItems.userId, ctx.actor.id), eq(cartItems.classId, parseId(classId)))
  const [item] = await toItems(await selectWithClass(ctx.db, ctx.actor.id).where(isSame), ctx)
  const run = await Runs.findToSelect(ctx, classId, { id: runId, seats })
  return item && item.problem !== null && item.runId !== run.id ? item._id : null
}
