/** Asks the card provider about sales of vouchers that are unfinished, so that a closed browser or a crash loses nothing. */
import { and, eq, isNotNull, lt, type SQL } from 'drizzle-orm'
import type { SystemContext } from '#server/ports/context.ts'
import { endSale, settlePaid } from './sales.ts'
import { followSale, sendRefund } from './voucher-refunds.ts'
import { type VoucherRow, vouchers } from './vouchers.table.ts'

const MIN_AGE_MS = 60_000
const MIN_REFUND_AGE_MS = 24 * 60 * 60_000
const BATCH_SIZE = 500

/** @throws AggregateError with all failures; the next run tries them again */
export async function reconcileSales(ctx: SystemContext, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  const forEach = async (filter: SQL | undefined, work: (voucher: VoucherRow) => Promise<unknown>) => {
    for (const voucher of await ctx.db.select().from(vouchers).where(filter).limit(BATCH_SIZE)) {
      if (signal?.aborted) return
      await work(voucher).catch((error: unknown) => failures.push(error))
    }
  }
  const isOpen = eq(vouchers.status, 'open')
  await forEach(and(isOpen, lt(vouchers.heldUntil, now)), (voucher) => endSale(ctx, voucher))
  const isWaiting = and(isOpen, isNotNull(vouchers.intentId), lt(vouchers.createdAt, now - MIN_AGE_MS))
  await forEach(isWaiting, ({ intentId }) => settlePaid(ctx, intentId ?? ''))
  await forEach(eq(vouchers.isDisputed, true), (voucher) => followSale(ctx, voucher))
  const isUnsent = and(eq(vouchers.refundStatus, 'queued'), lt(vouchers.voidedAt, now - MIN_REFUND_AGE_MS))
  await forEach(isUnsent, ({ id }) => sendRefund(ctx, id))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} vouchers could not be reconciled.`)
}
