import type { PaymentRow } from './payments.table.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns until when a student may cancel a payment themselves, as a Unix time in milliseconds: some days after paying, and never
 * after the first session has started.
 * @param starts the start of the run (null for an open run), and the limit of a student who has moved
 */
export function getCancelDeadline(
  { createdAt }: Pick<PaymentRow, 'createdAt'>,
  starts: (number | null)[],
  cancelDays: number,
): number {
  return Math.min(createdAt + cancelDays * DAY_MS, ...starts.filter((start) => start !== null))
}
