/** Delivers vouchers by e-mail, each once, also on a day that the buyer has chosen. */
import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Components } from '#server/domains/domain.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import * as Users from '#server/domains/users/users.ts'
import { must } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { readToday } from './last-day.ts'
import { deliverVoucherJob } from './voucher-jobs.ts'
import { composeVoucherEmail, composeVoucherSoldEmail } from './vouchers.emails.ts'
import { type VoucherRow, vouchers } from './vouchers.table.ts'

type Delivering = Pick<Components, 'services' | 'voucherCodes'>

/** Writes to the buyer, with the code unless it goes to a recipient. One who has deleted their account hears nothing. */
export async function writeToBuyer({ services: ctx, voucherCodes }: Delivering, voucherId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [voucher] = await tx.select().from(vouchers).where(isDeliverable(voucherId)).for('update')
    if (!voucher || voucher.deliveredAt !== null) return
    const buyer = await Users.read(tx, must(voucher.userId))
    if (buyer.deletedAt !== null) return
    const number = await Orders.readNumber(tx, must(voucher.orderId))
    const sold = { voucher, number, code: voucherCodes.read(voucher) }
    await ctx.mail.send(tx, composeVoucherSoldEmail(ctx, sold, Users.toRecipient(buyer)))
    if (voucher.deliverTo === null)
      await tx.update(vouchers).set({ deliveredAt: Date.now() }).where(eq(vouchers.id, voucherId))
  })
}

/** Writes to the recipient. What a buyer who has deleted their account wrote is kept no longer than that. */
export async function writeToRecipient({ services: ctx, voucherCodes }: Delivering, voucherId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [voucher] = await tx.select().from(vouchers).where(isDeliverable(voucherId)).for('update')
    if (!voucher || voucher.deliveredAt !== null || voucher.deliverTo === null) return
    const buyer = await Users.read(tx, must(voucher.userId))
    const sold = { voucher, code: voucherCodes.read(voucher) }
    await ctx.mail.send(tx, composeVoucherEmail(ctx, sold, { to: voucher.deliverTo, buyerName: buyer.name }))
    const kept = buyer.deletedAt === null ? {} : BLANK
    await tx
      .update(vouchers)
      .set({ ...kept, deliveredAt: Date.now() })
      .where(eq(vouchers.id, voucherId))
  })
}

function isDeliverable(id: string) {
  return and(eq(vouchers.id, id), eq(vouchers.status, 'issued'), isNotNull(vouchers.userId))
}

/** What is forgotten of a voucher with its buyer. It stays valid. */
export const BLANK = { recipientName: '', message: '', deliverTo: null } satisfies Partial<VoucherRow>

/** Queues the e-mails whose day has come. */
export async function deliverDue({ db, jobs, school }: SystemContext): Promise<void> {
  const isDue = and(
    eq(vouchers.status, 'issued'),
    isNull(vouchers.deliveredAt),
    isNotNull(vouchers.deliverTo),
    lte(vouchers.deliverDay, readToday(school)),
  )
  const due = await db.select({ voucherId: vouchers.id }).from(vouchers).where(isDue).limit(BATCH_SIZE)
  for (const { voucherId } of due) await jobs.enqueue(db, deliverVoucherJob, { voucherId, to: 'recipient' })
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
