import type { PaymentRow } from './payments.table.ts'

const DAY_MS = 24 * 60 * 60_000

/** Returns until when a student may cancel a payment themselves, as a Unix time in milliseconds. */
export function getCancelDeadline({ createdAt }: Pick<PaymentRow, 'createdAt'>, cancelDays: number): number {
  return createdAt + cancelDays * DAY_MS
}
