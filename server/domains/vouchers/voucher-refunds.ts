/** Ends vouchers of which nothing is spent, and returns the money of their sales. */
import { and, eq } from 'drizzle-orm'
import { toMajor } from '#contract/values/money.ts'
import type { SentRefund } from '#contract/webhook-messages.ts'
import * as Users from '#server/domains/users/users.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { must } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { countBalance, readBalances } from './balances.ts'
import { queueRefund } from './voucher-jobs.ts'
import { composeVoucherEndedEmail } from './vouchers.emails.ts'
import { type VoucherRow, vouchers } from './vouchers.table.ts'

interface End {
  /** The admin; null where that was automatic. */
  by: string | null
  reason: string
  /** True where the card provider has sent the money back already. */
  isSent?: boolean
}

/** Ends a locked voucher of which nothing is spent or reserved. The money of its sale goes back. */
export async function endUnspent(
  ctx: Pick<SystemContext, 'jobs' | 'mail' | 'publicUrl'>,
  tx: Transaction,
  voucher: VoucherRow,
  { by, reason, isSent = false }: End,
): Promise<void> {
  const { id, orderId, userId } = voucher
  const refundStatus = orderId === null ? null : isSent ? 'done' : 'queued'
  const ended = { status: 'voided', voidedAt: Date.now(), voidedBy: by, voidReason: reason, refundStatus } as const
  await tx.update(vouchers).set(ended).where(eq(vouchers.id, id))
  if (refundStatus === 'queued') await queueRefund(ctx, tx, id)
  if (refundStatus === 'done') await emitSent(ctx, tx, { ...voucher, ...ended }, 'at_provider')
  const buyer = userId === null ? null : await Users.read(tx, userId)
  if (buyer?.deletedAt === null) await ctx.mail.send(tx, composeVoucherEndedEmail(voucher, Users.toRecipient(buyer)))
}

/** Queues a refund that has failed again, of a locked voucher. Returns 1. */
export async function retryRefund(
  ctx: Pick<SystemContext, 'jobs'>,
  tx: Transaction,
  { id, refundRound }: VoucherRow,
): Promise<number> {
  const queued = { refundStatus: 'queued', refundProblem: null, refundRound: refundRound + 1 } as const
  await tx.update(vouchers).set(queued).where(eq(vouchers.id, id))
  await queueRefund(ctx, tx, id)
  return 1
}

/**
 * Has the provider send the money of a voucher back. The idempotency key makes repetitions safe. Where it refuses that since all of the money was
 * refunded there, the refund is done.
 */
export async function sendRefund(ctx: SystemContext, voucherId: string): Promise<void> {
  const { db, cards } = ctx
  const isQueued = and(eq(vouchers.id, voucherId), eq(vouchers.refundStatus, 'queued'))
  const [voucher] = await db.select().from(vouchers).where(isQueued)
  if (!voucher) return
  const { currency, refundRound, amountMinor } = voucher
  const intentId = must(voucher.intentId)
  const outcome = await cards.refundIntent({
    intentId,
    currency,
    amountMinor: null,
    key: `${voucherId}-${refundRound}`,
  })
  const isSent = outcome.refunded || (await cards.getIntent(intentId))?.refundedMinor === amountMinor
  const problem = outcome.refunded || isSent ? null : outcome.problem
  await inTransaction(ctx, async (tx) => {
    const [updated] = await tx
      .update(vouchers)
      .set({ refundStatus: isSent ? 'done' : 'failed', refundProblem: problem })
      .where(and(isQueued, eq(vouchers.refundRound, refundRound)))
      .returning()
    if (updated && isSent) await emitSent(ctx, tx, updated, 'refunded')
  })
}

/** Tells the webhooks that the money of a sale was sent back: once, although a refund that fails later can be sent again. */
async function emitSent(
  ctx: Pick<SystemContext, 'jobs' | 'publicUrl'>,
  tx: Transaction,
  { id, userId, amountMinor, currency, intentId, voidedAt }: VoucherRow,
  reason: SentRefund['reason'],
): Promise<void> {
  const isFirst = and(eq(vouchers.id, id), eq(vouchers.refundWasSent, false))
  const sent = await tx.update(vouchers).set({ refundWasSent: true }).where(isFirst).returning({ id: vouchers.id })
  if (sent.length === 0) return
  const sale = { userId: must(userId), transactionId: must(intentId), created_at: must(voidedAt) }
  const amount = toMajor(amountMinor, currency)
  await emit(ctx, tx, 'refund.sent', () => ({
    _id: id,
    paymentId: id,
    receipt: null,
    amount,
    currency,
    reason,
    ...sale,
  }))
}

/**
 * Records what the provider tells about the sale of a voucher: a dispute, which locks it, and a refund that was made there, which ends it, or locks
 * what is left of it. Returns what an admin must handle; null where nothing.
 */
export async function followSale(ctx: SystemContext, { id, intentId }: VoucherRow): Promise<string | null> {
  const intent = await ctx.cards.getIntent(must(intentId))
  if (!intent) return null
  const isDisputed = intent.disputed && (await isLocking(ctx, intent.id))
  const remote = await ctx.cards.listRefunds(intent.id)
  return inTransaction(ctx, async (tx) => {
    const voucher = must((await tx.select().from(vouchers).where(eq(vouchers.id, id)).for('update'))[0])
    const [balance] = await readBalances(tx, eq(vouchers.id, id))
    const isUnspent = countBalance(must(balance)) === voucher.amountMinor
    // Nothing pays for the rest of one that is spent in part.
    const isUnpaid = voucher.status === 'issued' && !isUnspent && intent.refundedMinor >= voucher.amountMinor
    const isLocked = isDisputed || isUnpaid
    if (isLocked !== voucher.isDisputed)
      await tx.update(vouchers).set({ isDisputed: isLocked }).where(eq(vouchers.id, id))
    const isSent = remote.some(({ hasFailed }) => !hasFailed)
    if (voucher.refundStatus === 'done' && !isSent && remote[0]) {
      const failed = { refundStatus: 'failed', refundProblem: remote[0].problem } as const
      await tx.update(vouchers).set(failed).where(eq(vouchers.id, id))
      return describeFailure(voucher, remote[0].problem)
    }
    if (voucher.status !== 'issued' || intent.refundedMinor === 0) return intent.disputed ? DISPUTED : null
    if (!isUnspent || intent.refundedMinor < voucher.amountMinor) return REFUNDED
    await endUnspent(ctx, tx, voucher, { by: null, reason: 'Refunded at the card provider', isSent: true })
    return null
  })
}

/** Once the bank has taken the money back, nothing pays for the voucher. */
async function isLocking({ cards }: SystemContext, intentId: string): Promise<boolean> {
  return (await cards.hasOpenDispute(intentId)) || cards.hasLostDispute(intentId)
}

function describeFailure({ lastFour }: VoucherRow, problem: string): string {
  return `The card provider could not refund the gift voucher …${lastFour} (${problem}). End it again to retry, or refund it another way.`
}

const DISPUTED =
  "The cardholder disputes the payment of a gift voucher with their bank. Respond in the card provider's dashboard."
const REFUNDED = 'A part of the payment of a gift voucher was refunded at the card provider, or some of it is spent.'
