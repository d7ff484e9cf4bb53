/** The deletion of a user's own account. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { RunStart } from './runs.ts'
import { Deleted, Id, Price, Text } from './values/fields.ts'

/** The password of a user who has one. Others must have signed in within the last `RECENT_SIGN_IN_MINUTES`. */
export const AccountDeletion = z.object({
  password: Text.max(128).nullish(),
  /** False where the user declines what they would get back. */
  refund: z.boolean().optional(),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

const Money = z.object({ amount: Price, currency: z.string() })

/** A place of a user that ends with their account, since its date is not over, or what they may still choose for one that the school has canceled. */
export const LostPlace = z.object({
  classId: Id,
  runId: Id,
  className: z.string(),
  ...RunStart.shape,
  /** The refund; null where the terms give nothing, or nothing was paid. */
  refund: Money.nullable(),
  /** Refunds as credit, which are given up with the account; null for none. */
  credit: Money.nullable(),
  /** True where the user has not chosen yet what they get for a canceled date. The refund is sent in any case. */
  is_choice: z.boolean(),
})
export type LostPlace = z.infer<typeof LostPlace>

export const accountDeletionEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listLostPlaces: endpoint({
    method: 'GET',
    path: '/account/deletion',
    summary: "Lists the caller's places that would end with the account, and what would be refunded for each.",
    access: 'user',
    signInOnly: true,
    response: z.array(LostPlace),
  }),
  deleteOwnAccount: endpoint({
    method: 'POST',
    path: '/account/deletion',
    summary:
      "Deletes the account of the proof's e-mail; requires the password or a recent sign-in. Places in dates that are not over end, and what can be cancelled is refunded. Payments stay on record.",
    access: 'proof',
    body: AccountDeletion,
    response: Deleted,
    rateLimit: { max: 10, minutes: 10 },
  }),
}))
