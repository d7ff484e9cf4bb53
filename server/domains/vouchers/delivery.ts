/** Delivers vouchers by e-mail, each once, also on a day that the buyer has chosen. */
import { and, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Components } from '#server/domains/domain.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import * as Users from '#server/domains/users/users.ts'
import { must } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { readToday } from './last-day.ts'
import type { VoucherCodes } from './voucher-codes.ts'
import { deliverVoucherJob } from './voucher-jobs.ts'
import { attach, readPicture } from './voucher-pdf.ts'
import { endUnspent } from './voucher-refunds.ts'
import { composeVoucherEmail, composeVoucherSoldEmail } from './vouchers.emails.ts'
import { type VoucherRow, vouchers } from './vouchers.table.ts'
import { deriveCode } from './vouchers.ts'

type Delivering = Pick<Components, 'services' | 'voucherCodes' | 'imagePipeline'>

/**
 * Writes to the buyer, with the code unless it goes to a recipient. One who has deleted their account hears nothing; the money goes back where
 * the code would have been for them, since no one has it.
 */
export async function writeToBuyer(
  { services: ctx, voucherCodes, imagePipeline }: Delivering,
  voucherId: string,
): Promise<void> {
  const picture = await readPicture(ctx, imagePipeline)
  await inTransaction(ctx, async (tx) => {
    const [voucher] = await tx.select().from(vouchers).where(isDeliverable(voucherId)).for('update')
    if (!voucher) return
    const isForBuyer = voucher.deliverTo === null
    // The recipient may have it before the buyer hears of it.
    if (isForBuyer && voucher.deliveredAt !== null) return
    const buyer = await Users.read(tx, must(voucher.userId))
    if (buyer.deletedAt !== null) {
      if (isForBuyer) await endUnspent(ctx, tx, voucher, { by: null, reason: GONE })
      return
    }
    const number = await Orders.readNumber(tx, must(voucher.orderId))
    const code = isForBuyer ? await writeCode(tx, voucherCodes, voucher) : null
    const pdf = code === null ? null : await attach(ctx, tx, { voucher, code, picture })
    await ctx.mail.send(tx, composeVoucherSoldEmail(ctx, { voucher, number, code, pdf }, Users.toRecipient(buyer)))
    if (isForBuyer) await tx.update(vouchers).set({ deliveredAt: Date.now() }).where(eq(vouchers.id, voucherId))
  })
}

/** Writes to the recipient. What a buyer who has deleted their account wrote is kept no longer than that. */
export async function writeToRecipient(
  { services: ctx, voucherCodes, imagePipeline }: Delivering,
  voucherId: string,
): Promise<void> {
  const picture = await readPicture(ctx, imagePipeline)
  await inTransaction(ctx, async (tx) => {
    const [voucher] = await tx.select().from(vouchers).where(isDeliverable(voucherId)).for('update')
    if (!voucher || voucher.deliveredAt !== null || voucher.deliverTo === null) return
    const buyer = await Users.read(tx, must(voucher.userId))
    const code = await writeCode(tx, voucherCodes, voucher)
    const sold = { voucher, code, pdf: await attach(ctx, tx, { voucher, code, picture }) }
    await ctx.mail.send(tx, composeVoucherEmail(ctx, sold, { to: voucher.deliverTo, buyerName: buyer.name }))
    const kept = buyer.deletedAt === null ? {} : BLANK
    await tx
      .update(vouchers)
      .set({ ...kept, deliveredAt: Date.now() })
      .where(eq(vouchers.id, voucherId))
  })
}

const GONE = 'Its buyer has deleted their account'

/** Returns the code of a locked voucher that no one has yet. Where another secret had derived it, as before an import, it gets a new one. */
async function writeCode(tx: Transaction, codes: VoucherCodes, voucher: VoucherRow): Promise<string> {
  const present = codes.read(voucher)
  if (present !== null) return present
  const { code, ...stored } = deriveCode(codes, voucher.id)
  await tx.update(vouchers).set(stored).where(eq(vouchers.id, voucher.id))
  return code
}

function isDeliverable(id: string) {
  return and(eq(vouchers.id, id), eq(vouchers.status, 'issued'), isNotNull(vouchers.userId))
}

/** Fields of a voucher that are forgotten with its buyer. It stays valid. */
export const BLANK = { recipientName: '', message: '', deliverTo: null } satisfies Partial<VoucherRow>

/** A restored or imported school has vouchers without the jobs of their e-mails. */
const LOST_MS = 10 * 60_000

/** Queues the e-mails whose day has come, and those whose jobs were lost. */
export async function deliverDue({ db, jobs, school }: SystemContext): Promise<void> {
  const { id: voucherId, status, deliveredAt, userId, deliverDay, deliverTo, createdAt } = vouchers
  const isLost = and(isNull(deliverDay), lt(createdAt, Date.now() - LOST_MS))
  const isDue = or(lte(deliverDay, readToday(school)), isLost)
  const isUndelivered = and(eq(status, 'issued'), isNull(deliveredAt), isNotNull(userId))
  const due = await db
    .select({ voucherId, deliverTo })
    .from(vouchers)
    .where(and(isUndelivered, isDue))
    .limit(BATCH_SIZE)
  for (const row of due)
    await jobs.enqueue(db, deliverVoucherJob, {
      voucherId: row.voucherId,
      to: row.deliverTo === null ? 'buyer' : 'recipient',
    })
}

const BATCH_SIZE = 500

/** Forgets what a buyer has written, except on vouchers that are not delivered yet. */
export async function forgetBuyer(tx: Transaction, userId: string): Promise<void> {
  const isWaiting = and(eq(vouchers.status, 'issued'), isNull(vouchers.deliveredAt), isNotNull(vouchers.deliverTo))
  await tx
    .update(vouchers)
    .set(BLANK)
    .where(and(eq(vouchers.userId, userId), sql`not (${isWaiting})`))
}
