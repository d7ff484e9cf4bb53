/**
 * Withdrawals from contracts: what consumer law of the EU lets a buyer declare within some days, without a login. Source: Directive
 * 2011/83/EU, article 11a, which Directive (EU) 2023/2673 adds.
 */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Email, Id, Inserted, LinesText, LineText, Modified, Timestamp } from './values/fields.ts'
import { MAX_NAME_LENGTH, MAX_SHORT_TEXT_LENGTH } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'

/** Days after the purchase, counted from the day after it. Source: Directive 2011/83/EU, article 9 */
export const WITHDRAWAL_DAYS = 14

export const ContractWithdrawalRequest = z.object({
  /** The number of the order. */
  order: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  email: Email,
  name: LineText.min(1, 'Name is required').max(MAX_NAME_LENGTH),
  /** The part that is withdrawn from, where it is not the whole order. */
  text: LinesText.max(MAX_SHORT_TEXT_LENGTH).optional(),
})
export type ContractWithdrawalRequest = z.infer<typeof ContractWithdrawalRequest>

/**
 * `open`: bought without dates and within the days; `expired`: bought too early; `dated`: on a date, of which the law allows no
 * withdrawal (article 16 (l)); `spent`: a gift voucher that has paid for a class.
 */
export const WITHDRAWAL_RIGHTS = ['open', 'expired', 'dated', 'spent'] as const
export type WithdrawalRight = (typeof WITHDRAWAL_RIGHTS)[number]

export const ContractWithdrawal = z.object({
  _id: Id,
  /** As it was typed. */
  order: z.int(),
  /** Null where no order of this number belongs to the e-mail address. */
  orderId: Id.nullable(),
  email: z.string(),
  name: z.string(),
  text: z.string(),
  /** Seats of the order, and the right at the time of the declaration. `refunded` once nothing of a seat is left. A gift voucher has no `paymentId`. */
  seats: z.array(
    z.object({
      paymentId: Id.nullable(),
      className: z.string(),
      right: z.enum(WITHDRAWAL_RIGHTS),
      refunded: z.boolean(),
    }),
  ),
  created_at: Timestamp,
  /** Time at which an admin marked it as done. */
  done_at: Timestamp.nullable(),
})
export type ContractWithdrawal = z.infer<typeof ContractWithdrawal>

/** One of the caller's own, in their data. */
export const OwnWithdrawal = ContractWithdrawal.pick({
  order: true,
  email: true,
  name: true,
  text: true,
  created_at: true,
})
export type OwnWithdrawal = z.infer<typeof OwnWithdrawal>

export const ContractWithdrawalsQuery = listQuery(['created_at'])
export type ContractWithdrawalsQuery = z.infer<typeof ContractWithdrawalsQuery>

export const contractWithdrawalsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  withdrawFromContract: endpoint({
    method: 'POST',
    path: '/withdrawal',
    summary:
      'Declares the withdrawal from an order. The response does not reveal whether there is one; the e-mail that proves the declaration goes to the address of the order.',
    access: 'anyone',
    body: ContractWithdrawalRequest,
    response: Inserted,
    rateLimit: { max: 10, minutes: 10 },
  }),
  listContractWithdrawals: endpoint({
    method: 'GET',
    path: '/withdrawals',
    summary:
      'Lists the withdrawals that were declared, newest first, one page at a time. `q` searches number, name and address.',
    access: 'admin',
    query: ContractWithdrawalsQuery,
    response: z.array(ContractWithdrawal),
    paged: true,
  }),
  markContractWithdrawal: endpoint({
    method: 'PATCH',
    path: '/withdrawal/{id}',
    summary: 'Marks a withdrawal as done, or as not yet done.',
    access: 'admin',
    params: ById,
    body: z.object({ done: z.boolean() }),
    response: Modified,
  }),
}))
