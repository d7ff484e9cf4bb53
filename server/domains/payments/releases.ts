/** Releases holds early: by their student, with their cart item, and with their account. Money that came first is settled. */
import { and, desc, eq } from 'drizzle-orm'
import type { Hold } from '#contract/payments.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import * as Selection from '#server/domains/cart/selection.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { type Attempt, attempts, isFirst, isOpen } from './payments.table.ts'
import { createSettledError, endCheckout } from './settle.ts'

/** Releases the holds of a deleted account. Retries for about a day; the reconciliation job ends expired holds anyway. */
export const releaseHoldsJob: JobKind<{ userId: string }> = {
  name: 'payments.release',
  timeoutSeconds: 60,
  retries: 30,
  initialBackoff: 5,
  maxBackoff: 3_600,
  retention: 86_400,
}

/** Returns the actor's holds, newest first. */
export async function list({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<Hold[]> {
  const rows = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.userId, actor.id), isOpen))
    .orderBy(desc(attempts.createdAt), attempts.id)
  return rows.map(({ id, cartId, classId, runId, className, heldUntil }) => ({
    _id: id,
    cartId,
    classId,
    runId,
    className,
    held_until: heldUntil,
  }))
}

/**
 * Releases one of the actor's holds, with the others of its order. Returns 0 where it has ended already.
 * @throws AppError NOT_FOUND; ALREADY_ENROLLED or MONEY_RETURNED where the card was charged first; PROVIDER_UNAVAILABLE
 */
export async function release(ctx: Context, id: string): Promise<number> {
  const isOwn = and(eq(attempts.id, parseId(id)), eq(attempts.userId, ctx.actor.id))
  const [attempt] = await ctx.db.select().from(attempts).where(isOwn)
  if (orNotFound(attempt).status !== 'open') return 0
  await releaseUnpaid(ctx, orNotFound(attempt))
  return 1
}

/**
 * Selects seats of a class for the actor. An item of the class that has a problem gives way to it, and its hold is released before.
 * @throws AppError NOT_FOUND, ALREADY_ENROLLED, RUN_CLOSED, SEATS_GONE, TOO_FEW_SEATS, ALREADY_SELECTED; MONEY_RETURNED, PROVIDER_UNAVAILABLE
 */
export async function selectClass(ctx: Context, choice: Selection.Choice): Promise<string> {
  try {
    return await Selection.select(ctx, choice)
  } catch (error) {
    const isSelected = error instanceof AppError && error.code === 'ALREADY_SELECTED'
    const replacedId = isSelected ? await Selection.findReplaceable(ctx, choice) : null
    if (replacedId === null) throw error
    await releaseHold(ctx, replacedId)
    return Selection.select(ctx, choice, replacedId)
  }
}

/**
 * Replaces one of the actor's selected classes by another run of the class, or another number of seats, and returns the id of the new item. The
 * hold is released before.
 * @throws AppError NOT_FOUND, ALREADY_ENROLLED, RUN_CLOSED, SEATS_GONE, TOO_FEW_SEATS, ALREADY_SELECTED; MONEY_RETURNED, PROVIDER_UNAVAILABLE
 */
export async function changeDate(
  ctx: Context,
  cartId: string,
  { runId, seats: wanted }: { runId: string; seats?: number | undefined },
): Promise<string> {
  const item = await Cart.find(ctx, cartId)
  const seats = wanted ?? item.seats
  const run = await Runs.findToSelect(ctx, item.classId, { id: runId, seats })
  if (run.id === item.runId && seats === item.seats) throw new AppError('ALREADY_SELECTED')
  await releaseHold(ctx, item.id)
  const choice = { classId: item.classId, runId: run.id, seats, isForOthers: item.forOthers }
  return Selection.select(ctx, choice, item.id)
}

/**
 * Removes one of the actor's selected classes, and releases its hold before.
 * @throws AppError NOT_FOUND; ALREADY_ENROLLED or MONEY_RETURNED where the card was charged first; PROVIDER_UNAVAILABLE
 */
export async function removeCartItem(ctx: Context, cartId: string): Promise<number> {
  const item = await Cart.find(ctx, cartId)
  await releaseHold(ctx, item.id)
  return Cart.remove(ctx, item.id)
}

async function releaseHold(ctx: Context, cartId: string): Promise<void> {
  const [attempt] = await ctx.db
    .select()
    .from(attempts)
    .where(and(eq(attempts.userId, ctx.actor.id), eq(attempts.cartId, cartId), isOpen))
  if (attempt) await releaseUnpaid(ctx, attempt)
}

/** Queues the release of all holds of an account that is deleted in this transaction. */
export async function queueRelease(
  { jobs }: Pick<SystemContext, 'jobs'>,
  tx: Transaction,
  userId: string,
): Promise<void> {
  await jobs.enqueue(tx, releaseHoldsJob, { userId })
}

/** Does the job. */
export async function releaseAll(ctx: SystemContext, userId: string): Promise<void> {
  const open = await ctx.db
    .select()
    .from(attempts)
    .where(and(eq(attempts.userId, userId), isFirst, isOpen))
  for (const { id } of open) await endCheckout(ctx, id)
}

async function releaseUnpaid(ctx: SystemContext, { orderId }: Attempt): Promise<void> {
  const settlement = await endCheckout(ctx, orderId)
  if (settlement) throw createSettledError(settlement)
}
