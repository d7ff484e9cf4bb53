/** The verbs on the cart. An item stores its class and run only; name, image and price are read from them. */
import { and, desc, eq, exists, inArray, sql } from 'drizzle-orm'
import type { CartItem } from '#contract/cart.ts'
import { classes, isOnOffer } from '#server/domains/classes/classes.table.ts'
import { enrolments, isActive, selectCurrentEnrolment } from '#server/domains/enrolments/enrolments.table.ts'
import { isCurrent, runs } from '#server/domains/runs/runs.table.ts'
import * as Runs from '#server/domains/runs/runs.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import { isUniqueViolation, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { cartItems } from './cart.table.ts'
import { listPrice, selectWithClass, toItem } from './cart-response.ts'

type Ctx = Pick<Context, 'db' | 'actor' | 'currency'>
export type CartItemRow = typeof cartItems.$inferSelect

/** Returns the actor's selected classes, newest first. Only students have any. */
export async function list(ctx: Ctx): Promise<CartItem[]> {
  if (ctx.actor.role !== 'student') return []
  const rows = await selectWithClass(ctx)
    .where(eq(cartItems.userId, ctx.actor.id))
    .orderBy(desc(cartItems.createdAt), cartItems.id)
  return rows.map((row) => toItem(row, ctx))
}

/** Returns one of the actor's selected classes. @throws AppError NOT_FOUND */
export async function get(ctx: Ctx, id: string): Promise<CartItem> {
  const [row] = await selectWithClass(ctx).where(isOwnItem(ctx, id))
  return toItem(orNotFound(row), ctx)
}

/** Returns the row of one of the actor's selected classes. @throws AppError NOT_FOUND */
export async function find(ctx: Ctx, id: string): Promise<CartItemRow> {
  const [row] = await ctx.db.select().from(cartItems).where(isOwnItem(ctx, id))
  return orNotFound(row)
}

/** Returns the rows of the actor's selected classes of a price. */
export async function findAtPrice(ctx: Ctx, listPriceMinor: number): Promise<CartItemRow[]> {
  const isOwnAtPrice = and(eq(cartItems.userId, ctx.actor.id), eq(listPrice, listPriceMinor))
  return (await selectWithClass(ctx).where(isOwnAtPrice)).map((row) => row.cart_items)
}

/**
 * Selects a run of a class on offer for the actor, and returns the id of the cart item.
 * @param runId without it, the earliest run with a free seat
 * @throws AppError NOT_FOUND, ALREADY_ENROLLED, RUN_CLOSED, SEATS_GONE, ALREADY_SELECTED
 */
export async function select({ db, actor }: Ctx, classId: string, runId?: string): Promise<string> {
  const id = parseId(classId)
  const [chosen] = await db
    .select({ isEnrolled: sql<boolean>`${exists(selectCurrentEnrolment(db, { userId: actor.id, classId: id }))}` })
    .from(classes)
    .where(and(eq(classes.id, id), isOnOffer))
  if (orNotFound(chosen).isEnrolled) throw new AppError('ALREADY_ENROLLED')
  const run = await Runs.findToSelect(db, id, runId)
  try {
    const values = { userId: actor.id, classId: id, runId: run.id, createdAt: Date.now() }
    const [created] = await db.insert(cartItems).values(values).returning({ id: cartItems.id })
    return must(created).id
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('ALREADY_SELECTED')
    throw error
  }
}

/** Removes one of the actor's selected classes. @throws AppError NOT_FOUND */
export async function remove(ctx: Ctx, id: string): Promise<number> {
  const removed = await ctx.db.delete(cartItems).where(isOwnItem(ctx, id)).returning({ id: cartItems.id })
  orNotFound(removed[0])
  return removed.length
}

/** Removes a purchased item, which its owner may have removed before. */
export async function removePurchased(tx: Transaction, id: string): Promise<void> {
  await tx.delete(cartItems).where(eq(cartItems.id, id))
}

/** Removes a class from the cart of a user, if it is there. */
export async function removeSelected(tx: Transaction, userId: string, classId: string): Promise<void> {
  await tx.delete(cartItems).where(and(eq(cartItems.userId, userId), eq(cartItems.classId, classId)))
}

/** Removes a class from the carts of users who are enrolled in it now. */
export async function removeEnrolled(tx: Transaction, classId: string): Promise<void> {
  const enrolled = tx
    .select({ userId: enrolments.userId })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .where(and(eq(enrolments.classId, classId), isActive, isCurrent()))
  await tx.delete(cartItems).where(and(eq(cartItems.classId, classId), inArray(cartItems.userId, enrolled)))
}

/** Removes the cart of a deleted user, and the classes that they taught from every cart. */
export async function forget(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(cartItems).where(eq(cartItems.userId, userId))
  await removeTaughtBy(tx, userId)
}

/** Removes the classes of an instructor from every cart. */
export async function removeTaughtBy(tx: Transaction, instructorId: string): Promise<void> {
  const taught = tx.select({ id: classes.id }).from(classes).where(eq(classes.instructorId, instructorId))
  await tx.delete(cartItems).where(inArray(cartItems.classId, taught))
}

/** Removes a class from every cart. */
export async function removeClass(tx: Transaction, classId: string): Promise<void> {
  await tx.delete(cartItems).where(eq(cartItems.classId, classId))
}

function isOwnItem({ actor }: Ctx, id: string) {
  return and(eq(cartItems.id, parseId(id)), eq(cartItems.userId, actor.id))
}
