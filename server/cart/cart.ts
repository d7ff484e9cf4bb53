/** The verbs on the cart. Everything in it is read from the class; the cart itself only says which. */
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { CartItem } from '#contract/cart.ts'
import { toMajor } from '#contract/money.ts'
import { classes, isOnOffer } from '#server/classes/classes.table.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/transaction.ts'
import { enrolments } from '#server/payments/payments.table.ts'
import { idFrom, orNotFound, Refusal } from '#server/refusal.ts'
import { cartItems } from './cart.table.ts'

type Ctx = Pick<Context, 'db' | 'actor' | 'currency'>

/** The actor's selected classes, newest first. */
export async function list(ctx: Ctx): Promise<CartItem[]> {
  const rows = await items(ctx)
    .where(eq(cartItems.userId, ctx.actor.id))
    .orderBy(desc(cartItems.createdAt), cartItems.id)
  return rows.map((row) => toItem(row, ctx))
}

/** One of the actor's selected classes; another's is not found. */
export async function get(ctx: Ctx, id: string): Promise<CartItem> {
  const [row] = await items(ctx).where(and(eq(cartItems.id, idFrom(id)), eq(cartItems.userId, ctx.actor.id)))
  return toItem(orNotFound(row), ctx)
}

/** Selects a class for the actor, once. Refuses what is not approved, sold out, selected or paid for already. */
export async function select({ db, actor }: Ctx, classId: string): Promise<string> {
  const [found] = await db
    .select({ id: classes.id, seats: classes.seats, enrolment: enrolments.id })
    .from(classes)
    .leftJoin(enrolments, and(eq(enrolments.classId, classes.id), eq(enrolments.userId, actor.id)))
    .where(and(eq(classes.id, idFrom(classId)), isOnOffer))
  const chosen = orNotFound(found)
  if (chosen.enrolment) throw new Refusal('ALREADY_ENROLLED')
  if (chosen.seats === 0) throw new Refusal('SEATS_GONE')
  try {
    const values = { userId: actor.id, classId: chosen.id, createdAt: Date.now() }
    const [created] = await db.insert(cartItems).values(values).returning({ id: cartItems.id })
    return orNotFound(created).id
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('ALREADY_SELECTED')
    throw error
  }
}

/** Takes one of the actor's selected classes out; another's is not found. */
export async function remove({ db, actor }: Ctx, id: string): Promise<number> {
  const mine = and(eq(cartItems.id, idFrom(id)), eq(cartItems.userId, actor.id))
  const removed = await db.delete(cartItems).where(mine).returning({ id: cartItems.id })
  orNotFound(removed[0])
  return removed.length
}

/** Empties the cart of a user who leaves, and takes what they teach out of everybody's. */
export async function forget(tx: Database, userId: string): Promise<void> {
  await tx.delete(cartItems).where(eq(cartItems.userId, userId))
  await dropTaughtBy(tx, userId)
}

/** Takes what somebody teaches out of everybody's cart. */
export async function dropTaughtBy(tx: Database, userId: string): Promise<void> {
  const taught = tx.select({ id: classes.id }).from(classes).where(eq(classes.instructorId, userId))
  await tx.delete(cartItems).where(inArray(cartItems.classId, taught))
}

/** Takes a class that is not there any more out of everybody's cart. */
export async function dropClass(tx: Database, classId: string): Promise<void> {
  await tx.delete(cartItems).where(eq(cartItems.classId, classId))
}

function items({ db }: Ctx) {
  return db.select().from(cartItems).innerJoin(classes, eq(classes.id, cartItems.classId))
}

type Row = { cart_items: typeof cartItems.$inferSelect; classes: typeof classes.$inferSelect }

function toItem({ cart_items: item, classes: c }: Row, { actor, currency }: Ctx): CartItem {
  return {
    _id: item.id,
    classId: c.id,
    className: c.name,
    classImage: c.image,
    userEmail: actor.email,
    price: toMajor(c.priceMinor, currency),
    created_at: item.createdAt,
  }
}
