/** Sells vouchers. A voucher is its own checkout: it waits for its payment, and is issued by whatever learns of that first. */
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { StartedCheckout } from '#contract/checkout.ts'
import { MAX_HOLD_MINUTES } from '#contract/values/limits.ts'
import { toMajor } from '#contract/values/money.ts'
import type { VoucherOrder } from '#contract/vouchers.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import * as Users from '#server/domains/users/users.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { type CardIntent, isProviderResponse } from '#server/ports/card-provider.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { findLastDay, readToday } from './last-day.ts'
import type { VoucherCodes } from './voucher-codes.ts'
import { queueDelivery } from './voucher-jobs.ts'
import { type VoucherRow, vouchers } from './vouchers.table.ts'
import { createCode, readVoucherAmount } from './vouchers.ts'

const HOLD_MS = MAX_HOLD_MINUTES * 60_000

/**
 * Begins to sell a voucher, and returns its order with the secret with which the browser confirms the card. Repeated with the same, it
 * returns the same order; with other details, the earlier one ends first.
 * @throws AppError INVALID_INPUT, ALREADY_PAID, ATTEMPT_CLOSED
 */
export async function begin(ctx: Context, codes: VoucherCodes, order: VoucherOrder): Promise<StartedCheckout> {
  const wanted = toWanted(ctx, order)
  const found = await inTransaction(ctx, (tx) => open(ctx, tx, codes, wanted))
  const { earlier, voucher } = found
  if (earlier && (await endSale(ctx, earlier))) throw new AppError('ALREADY_PAID', PAID)
  if (!voucher) return begin(ctx, codes, order)
  const intent = await findOrCreateIntent(ctx, voucher)
  if (intent?.status === 'succeeded') {
    await issue(ctx, voucher.id, intent)
    throw new AppError('ALREADY_PAID', PAID)
  }
  if (intent?.status !== 'open') {
    // The next call begins another sale.
    await endSale(ctx, voucher)
    throw new AppError('ATTEMPT_CLOSED')
  }
  return {
    orderId: must(voucher.orderId),
    number: await Orders.readNumber(ctx.db, must(voucher.orderId)),
    due: toMajor(voucher.amountMinor, voucher.currency),
    clientSecret: intent.clientSecret,
  }
}

const PAID = 'You have paid for this voucher. See Gift Vouchers.'

type Wanted = Pick<VoucherRow, 'amountMinor' | 'currency' | 'recipientName' | 'message' | 'deliverTo' | 'deliverDay'>

/** @throws AppError INVALID_INPUT */
function toWanted({ currency, school }: Context, order: VoucherOrder): Wanted {
  const { amount, recipient_name: recipientName, message, deliver_to: deliverTo = null, deliver_at: day = null } = order
  const amountMinor = readVoucherAmount(amount, currency)
  const today = readToday(school)
  if (day !== null && deliverTo === null)
    throw new AppError('INVALID_INPUT', 'deliver_at needs the address of the recipient in deliver_to')
  if (day !== null && (day < today || day > findLastDay(school)))
    throw new AppError('INVALID_INPUT', 'deliver_at must be a day from today on, while the voucher is valid')
  return {
    amountMinor,
    currency,
    recipientName,
    message: message ?? '',
    deliverTo,
    deliverDay: day === today ? null : day,
  }
}

interface Opened {
  /** The open voucher, which must end first. */
  earlier?: VoucherRow
  voucher?: VoucherRow
}

/** Returns the actor's open voucher where it is the same, or a new one. Two calls at once wait for each other at the user. */
async function open(ctx: Context, tx: Transaction, codes: VoucherCodes, wanted: Wanted): Promise<Opened> {
  const { actor } = ctx
  await Users.lock(tx, actor.id)
  const [earlier] = await tx
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.userId, actor.id), eq(vouchers.status, 'open')))
  if (!earlier) return { voucher: await insert(ctx, tx, createCode(codes), wanted) }
  const names = Object.keys(wanted) as (keyof Wanted)[]
  if (!names.every((name) => earlier[name] === wanted[name])) return { earlier }
  await tx
    .update(vouchers)
    .set({ heldUntil: Date.now() + HOLD_MS })
    .where(eq(vouchers.id, earlier.id))
  return { voucher: earlier }
}

async function insert(
  { actor, school }: Context,
  tx: Transaction,
  { id, codeHash, lastFour }: ReturnType<typeof createCode>,
  wanted: Wanted,
): Promise<VoucherRow> {
  const now = Date.now()
  const orderId = randomUUID()
  const { amountMinor, currency } = wanted
  await Orders.openForVoucher(tx, { id: orderId, userId: actor.id, amountMinor, currency, createdAt: now })
  const facts = { id, codeHash, lastFour, orderId, userId: actor.id, lastDay: findLastDay(school), createdAt: now }
  const [voucher] = await tx
    .insert(vouchers)
    .values({ ...wanted, ...facts, status: 'open', heldUntil: now + HOLD_MS })
    .returning()
  return must(voucher)
}

/** A failure response ends the sale, since the provider repeats it for the same one. Where no response came, the next call gets the same intent. */
async function findOrCreateIntent(ctx: Context, voucher: VoucherRow): Promise<CardIntent | null> {
  const { cards, db, actor } = ctx
  const { id, intentId, amountMinor, currency } = voucher
  if (intentId !== null) return cards.getIntent(intentId)
  const purchase = { attemptId: id, cartId: '', classId: '', className: 'Gift voucher' }
  const order = { ...purchase, userId: actor.id, email: actor.email, amountMinor, currency }
  const intent = await cards.createIntent(order).catch(async (error: Error) => {
    if (isProviderResponse(error)) await endSale(ctx, voucher)
    throw error
  })
  const stillOpen = and(eq(vouchers.id, id), eq(vouchers.status, 'open'))
  const updated = await db.update(vouchers).set({ intentId: intent.id }).where(stillOpen).returning({ id: vouchers.id })
  if (updated.length > 0) return intent
  await cards.cancelIntent(intent.id)
  throw new AppError('ATTEMPT_CLOSED')
}

/**
 * Issues the voucher of a paid intent, and returns its id. Repeated calls return the same.
 * @param ownerId limits it to the vouchers of one user
 * @throws AppError NOT_FOUND for an intent that sells none, NOT_PAID
 */
export async function settle(ctx: SystemContext, intentId: string, ownerId?: string): Promise<string> {
  const voucher = await findByIntent(ctx.db, intentId)
  if (!voucher || (ownerId !== undefined && voucher.userId !== ownerId)) throw new AppError('NOT_FOUND')
  if (voucher.status === 'issued' || voucher.status === 'voided') return voucher.id
  const intent = await ctx.cards.getIntent(intentId)
  if (!intent) throw new AppError('NOT_FOUND')
  await issue(ctx, voucher.id, intent)
  return voucher.id
}

/** Issues a voucher, also one that was released before its money came: nothing of it is scarce. @throws AppError NOT_PAID */
async function issue(ctx: SystemContext, id: string, intent: CardIntent): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const voucher = must((await tx.select().from(vouchers).where(eq(vouchers.id, id)).for('update'))[0])
    if (voucher.status === 'issued' || voucher.status === 'voided') return
    const isPaid = intent.amountMinor === voucher.amountMinor && intent.currency === voucher.currency
    if (intent.status !== 'succeeded' || !isPaid) throw new AppError('NOT_PAID')
    await tx.update(vouchers).set({ status: 'issued', heldUntil: null }).where(eq(vouchers.id, id))
    await queueDelivery(ctx, tx, voucher)
    await emit(ctx, tx, 'order.completed', () => Orders.readCompleted(tx, must(voucher.orderId)))
  })
}

export async function findByIntent(db: Database, intentId: string): Promise<VoucherRow | undefined> {
  const [row] = await db.select().from(vouchers).where(eq(vouchers.intentId, intentId))
  return row
}

/**
 * Ends the sale of a voucher that is not paid. Returns true where the card was charged first, so that it is issued.
 * @throws AppError PROVIDER_UNAVAILABLE while the provider is still processing
 */
export async function endSale(ctx: SystemContext, { id, intentId }: VoucherRow): Promise<boolean> {
  const intent = intentId === null ? null : await ctx.cards.cancelIntent(intentId)
  if (intent?.status === 'succeeded') {
    await issue(ctx, id, intent)
    return true
  }
  if (intent?.status === 'open') throw new AppError('PROVIDER_UNAVAILABLE')
  const isSame: SQL | undefined = intentId === null ? isNull(vouchers.intentId) : eq(vouchers.intentId, intentId)
  const isOpen = and(eq(vouchers.id, id), eq(vouchers.status, 'open'), isSame)
  await ctx.db.update(vouchers).set({ status: 'released', heldUntil: null }).where(isOpen)
  return false
}

/** `settle` for an intent that may be unpaid. */
export async function settlePaid(ctx: SystemContext, intentId: string): Promise<void> {
  try {
    await settle(ctx, intentId)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'NOT_PAID')) return
    throw error
  }
}
