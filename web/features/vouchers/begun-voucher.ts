import type { VoucherOrder } from '#contract/vouchers.ts'

/** An order of a gift voucher that waits for its payment. */
export interface BegunVoucher {
  order: VoucherOrder
  clientSecret: string
}
