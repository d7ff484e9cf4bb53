import { describeDay } from '#contract/values/session-times.ts'
import type { Voucher } from '#contract/vouchers.ts'

/** Returns whether a voucher can be spent, and until when. */
export function describeVoucher({ state, last_day, void_reason }: Voucher): string {
  switch (state) {
    case 'voided':
      return `Ended: ${void_reason}`
    case 'locked':
      return 'Locked: a bank reviews its payment, or has taken it back'
    case 'expired':
      return `Expired on ${describeDay(last_day)}`
    default:
      return `Valid until ${describeDay(last_day)}`
  }
}
