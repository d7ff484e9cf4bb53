/** Credit of students: what the school owes them and takes as payment. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Id, LineText, Modified, Price, Timestamp } from './values/fields.ts'
import { MAX_NAME_LENGTH } from './values/limits.ts'

/** Given or taken by an admin, given for a seat, from a voucher that is spent, spent on a seat, or given up with the account. */
export const CREDIT_KINDS = ['granted', 'returned', 'voucher', 'spent', 'forgone'] as const

export const CreditEntry = z.object({
  _id: Id,
  kind: z.enum(CREDIT_KINDS),
  /** Negative where credit was taken or spent. */
  amount: z.number(),
  /** An admin's reason, or the class that it was spent on or comes from. */
  text: z.string(),
  created_at: Timestamp,
})
export type CreditEntry = z.infer<typeof CreditEntry>

export const Credit = z.object({
  /** Without what open checkouts reserve. */
  balance: Price,
  /** Newest first. They and what is reserved come to the balance. */
  entries: z.array(CreditEntry),
  /** Amount that open checkouts have reserved. */
  reserved: Price,
})
export type Credit = z.infer<typeof Credit>

/** Negative to take credit. */
export const CreditGrant = z.object({
  amount: z.number().refine((amount) => amount !== 0, 'must not be 0'),
  reason: LineText.min(1, 'reason is required').max(MAX_NAME_LENGTH),
})
export type CreditGrant = z.infer<typeof CreditGrant>

export const creditEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getCredit: endpoint({
    method: 'GET',
    path: '/credit',
    summary: "Returns the caller's credit, and how it came about.",
    access: 'user',
    response: Credit,
  }),
  grantCredit: endpoint({
    method: 'POST',
    path: '/user/{id}/credit',
    summary: 'Gives a user credit, or takes some of it with a negative amount. It is never below 0.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    body: CreditGrant,
    response: Modified,
  }),
}))
