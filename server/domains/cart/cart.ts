/** The verbs on the cart. An item stores its class only; name, image and price are the class's own. */
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { CartItem } from '#contract/cart.ts'
import { toMajor } from '#contract/values/money.ts'
import { classes, isOnOffer } from '#server/domains/classes/classes.table.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import { isUniqueViolation, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { cartItems } from './cart.table.ts'

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
  const isOwnAtPrice = and(eq(cartItems.userId, ctx.actor.id), eq(classes.listPriceMinor, listPriceMinor))
  return (await selectWithClass(ctx).where(isOwnAtPrice)).map((row) => row.cart_items)
}

/**
 * Selects a class on offer for the actor, and returns the id of the cart item.
 * @throws AppError NOT_FOUND, ALREADY_ENROLLED, SEATS_GONE, ALREADY_SELECTED
 */
export async function select({ db, actor }: Ctx, classId: string): Promise<string> {
  const [selected] = await db
    .select({ id: classes.id, seats: classes.seats, enrolment: enrolments.id })
    .from(classes)
    .leftJoin(enrolments, and(eq(enrolments.classId, classes.id), eq(enrolments.userId, actor.id)))
    .where(and(eq(classes.id, parseId(classId)), isOnOffer))
  const chosen = orNotFound(selected)
  if (chosen.enrolment) throw new AppError('ALREADY_ENROLLED')
  if (chosen.seats === 0) throw new AppError('SEATS_GONE')
  try {
    const values = { userId: actor.id, classId: chosen.id, createdAt: Date.now() }
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

function selectWithClass({ db }: Ctx) {
  return db.select().from(cartItems).innerJoin(classes, eq(classes.id, cartItems.classId))
}

function isOwnItem({ actor }: Ctx, id: string) {
  return and(eq(cartItems.id, parseId(id)), eq(cartItems.userId, actor.id))
}

type Row = { cart_items: CartItemRow; classes: typeof classes.$inferSelect }

function toItem({ cart_items: item, classes: chosen }: Row, { actor, currency }: Ctx): CartItem {
  return {
    _id: item.id,
    classId: chosen.id,
    className: chosen.name,
    classImage: chosen.image,
    userEmail: actor.email,
    price: toMajor(chosen.listPriceMinor, currency),
    created_at: item.createdAt,
  }
}
