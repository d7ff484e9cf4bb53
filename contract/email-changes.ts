/** Changes of an account's e-mail address. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Email, Text, Timestamp } from './values/fields.ts'
import { EMAIL_STOP_DAYS } from './values/limits.ts'

/** Asks for another address. `password` is that of a user who has one; others must have signed in recently. */
export const EmailChangeRequest = z.object({ email: Email, password: Text.max(128).nullish() })
export type EmailChangeRequest = z.infer<typeof EmailChangeRequest>

const LinkToken = z.object({ token: Text.min(1).max(200) })
const Requested = z.object({ requested: z.literal(true) })
/** The address that the account has now. */
const ChangedEmail = z.object({ email: z.string() })

/** A change that waits for its confirmation (`changed_at` is null), or that can still be stopped. */
export const EmailChange = z.object({
  from: z.string(),
  to: z.string(),
  asked_at: Timestamp,
  changed_at: Timestamp.nullable(),
})
export type EmailChange = z.infer<typeof EmailChange>

export const emailChangesEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  requestEmailChange: endpoint({
    method: 'POST',
    path: '/account/email',
    summary:
      "Sends a link to another address for the account of the proof's e-mail; requires the password, and a recent sign-in. The response does not tell whether the address has an account.",
    access: 'proof',
    body: EmailChangeRequest,
    response: Requested,
    rateLimit: { max: 10, minutes: 60 },
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/account/email/confirmation',
    summary:
      'Gives an account its new address by the token of the link, while its user is logged in, and ends all sign-ins. A change that an admin asked for needs no sign-in.',
    access: 'anyone',
    signInOnly: true,
    body: LinkToken,
    response: ChangedEmail,
    rateLimit: { max: 60, minutes: 10 },
  }),
  restoreEmail: endpoint({
    method: 'POST',
    path: '/account/email/restoration',
    summary: `Gives an account its old address back by the token of the link, within ${EMAIL_STOP_DAYS} days. All sign-ins and the password end.`,
    access: 'anyone',
    signInOnly: true,
    body: LinkToken,
    response: ChangedEmail,
    rateLimit: { max: 60, minutes: 10 },
  }),
  requestEmailChangeFor: endpoint({
    method: 'POST',
    path: '/user/{id}/email',
    summary: 'Sends a link to another address for the account of a user who is not an admin.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    body: z.object({ email: Email }),
    response: Requested,
    rateLimit: { max: 100, minutes: 60 },
  }),
}))
