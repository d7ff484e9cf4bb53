import type { PaymentRow } from './payments.table.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns until when a student may cancel a payment themselves, as a Unix time in milliseconds: some days after paying, and never
 * after the first session has started.
 * @param startsAt the start of the run; null for an open run
 */
export function getCancelDeadline(
  { createdAt }: Pick<PaymentRow, 'createdAt'>,
  startsAt: number | null,
  cancelDays: number,
): number {
  return Math.min(createdAt + cancelDays * DAY_MS, startsAt ?? Number.POSITIVE_INFINITY)
}
