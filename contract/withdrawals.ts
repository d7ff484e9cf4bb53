/** Withdrawals of classes that do not take place. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Modified, Timestamp } from './values/fields.ts'

/** Progress of the refunds of a withdrawn class. */
export const Withdrawal = z.object({
  withdrawn_at: Timestamp,
  /** Attempts to pay that have not ended. */
  open_attempts: z.int(),
  /** Payments that are not yet refunded. */
  to_refund: z.int(),
  /** Payments whose buyers may still choose what they get. */
  choosing: z.int(),
  /** Refunds by status. */
  queued: z.int(),
  done: z.int(),
  failed: z.int(),
})
export type Withdrawal = z.infer<typeof Withdrawal>

export const withdrawalsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  withdrawClass: endpoint({
    method: 'POST',
    path: '/class/{id}/withdrawal',
    summary:
      'Withdraws a class of the calling instructor (admins: any class): ends its sale and notifies all students. Who has paid chooses credit or money, or gets the money at once where `choice_days` is 0.',
    access: 'staff',
    recentSignIn: true,
    params: ById,
    response: Modified,
  }),
  getWithdrawal: endpoint({
    method: 'GET',
    path: '/class/{id}/withdrawal',
    summary: 'Returns the progress of the refunds of a withdrawn class.',
    access: 'staff',
    params: ById,
    response: Withdrawal,
  }),
}))
