/** The verbs on the cart. Name, image and price of an item are read from its class and run; it stores the price that its student has seen. */
import { and, desc, eq, inArray, not } from 'drizzle-orm'
import type { CartItem } from '#contract/cart.ts'
import { formatMoney } from '#contract/values/money.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { isCurrent, runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { cartItems } from './cart.table.ts'
import { isOwnItem, itemPrice, selectWithClass, toItems } from './cart-response.ts'

type Ctx = Pick<Context, 'db' | 'actor' | 'currency'>
export type CartItemRow = typeof cartItems.$inferSelect

/** Returns the actor's selected classes, newest first. Only students have any. */
export async function list(ctx: Ctx): Promise<CartItem[]> {
  if (ctx.actor.role !== 'student') return []
  return toItems(await selectOwn(ctx.db, { userId: ctx.actor.id, now: Date.now() }), ctx)
}

const selectOwn = prepare<{ userId: string; now: number }>()((db, value) =>
  selectWithClass(db, value('userId'), value('now'))
    .where(eq(cartItems.userId, value('userId')))
    .orderBy(desc(cartItems.createdAt), cartItems.id),
)

/** Returns one of the actor's selected classes. @throws AppError NOT_FOUND */
export async function get(ctx: Ctx, id: string): Promise<CartItem> {
  const [item] = await toItems(await selectWithClass(ctx.db, ctx.actor.id).where(isOwnItem(ctx, id)), ctx)
  return orNotFound(item)
}

/** Returns the row of one of the actor's selected classes. @throws AppError NOT_FOUND */
export async function find(ctx: Ctx, id: string): Promise<CartItemRow> {
  const [row] = await selectItem(ctx.db, { id: parseId(id), userId: ctx.actor.id })
  return orNotFound(row)
}

const selectItem = prepare<{ id: string; userId: string }>()((db, value) =>
  db
    .select()
    .from(cartItems)
    .where(and(eq(cartItems.id, value('id')), eq(cartItems.userId, value('userId')))),
)

/** Returns the rows of some of the actor's selected classes, in the order of their ids. @throws AppError NOT_FOUND where one is missing */
export async function findAll(ctx: Ctx, ids: string[]): Promise<CartItemRow[]> {
  const isOwn = and(inArray(cartItems.id, ids.map(parseId)), eq(cartItems.userId, ctx.actor.id))
  const rows = await ctx.db.select().from(cartItems).where(isOwn)
  return ids.map((id) => orNotFound(rows.find((row) => row.id === parseId(id))))
}

/** Returns the rows of the actor's selected classes of a price. */
export async function findAtPrice(ctx: Ctx, listPriceMinor: number): Promise<CartItemRow[]> {
  const isOwnAtPrice = and(eq(cartItems.userId, ctx.actor.id), eq(itemPrice, listPriceMinor))
  return (await selectWithClass(ctx.db, ctx.actor.id).where(isOwnAtPrice)).map(({ item }) => item)
}

/** Accepts the price that one of the actor's selected classes has now; null is none. @throws AppError NOT_FOUND, PRICE_CHANGED */
export async function acceptPrice(ctx: Ctx, id: string, priceMinor: number | null): Promise<number> {
  const [row] = await selectWithClass(ctx.db, ctx.actor.id).where(isOwnItem(ctx, id))
  const { item, listPriceMinor } = orNotFound(row)
  if (priceMinor !== listPriceMinor) throw createPriceError(listPriceMinor, ctx.currency)
  if (item.listPriceMinor === listPriceMinor) return 0
  await ctx.db.update(cartItems).set({ listPriceMinor }).where(isOwnItem(ctx, id))
  return 1
}

/** Creates the error for a student who names another price than the class has, in the minor unit. */
export function createPriceError(price: number, currency: string): AppError {
  return new AppError('PRICE_CHANGED', `The price of this class is now ${formatMoney(price, currency)}.`)
}

/** Removes one of the actor's selected classes. @throws AppError NOT_FOUND */
export async function remove(ctx: Ctx, id: string): Promise<number> {
  const removed = await ctx.db.delete(cartItems).where(isOwnItem(ctx, id)).returning({ id: cartItems.id })
  orNotFound(removed[0])
  return removed.length
}

/** Removes items whose payments bought nothing. Their owner may have removed them before. */
export async function removePaid(tx: Transaction, ids: string[]): Promise<void> {
  await tx.delete(cartItems).where(inArray(cartItems.id, ids))
}

/** Removes classes from the cart of a user, as far as they are there. */
export async function removeSelected(tx: Transaction, userId: string, classIds: string[]): Promise<void> {
  await tx.delete(cartItems).where(and(eq(cartItems.userId, userId), inArray(cartItems.classId, classIds)))
}

/** Removes a class from the carts of users who are enrolled in it now, unless it is for other people. */
export async function removeEnrolled(tx: Transaction, classId: string): Promise<void> {
  const enrolled = tx
    .select({ userId: enrolments.userId })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .where(and(eq(enrolments.classId, classId), isActive, isCurrent()))
  await tx
    .delete(cartItems)
    .where(and(eq(cartItems.classId, classId), not(cartItems.forOthers), inArray(cartItems.userId, enrolled)))
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
