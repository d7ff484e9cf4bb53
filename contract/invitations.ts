/** Invitations: an admin invites an e-mail address in a role. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { Password, PersonName } from './users.ts'
import { ById, Deleted, Email, Id, Text, Timestamp } from './values/fields.ts'
import { INVITATION_BATCH, INVITATION_DAYS } from './values/limits.ts'
import { Role } from './values/role.ts'

export const Invitation = z.object({
  _id: Id,
  email: z.string(),
  role: Role,
  /** The admin's name. */
  invited_by: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Invitation = z.infer<typeof Invitation>

/** An invitation with a link to pass on, which is shown once. It does not confirm the address, as the link in the e-mail does. */
export const SentInvitation = Invitation.extend({ link: z.string() })
export type SentInvitation = z.infer<typeof SentInvitation>

export const NewInvitation = z.object({ email: Email, role: Role })
export type NewInvitation = z.infer<typeof NewInvitation>

export const InvitationToken = z.object({ token: Text.min(1).max(200) })

/** Texts for an invited person. `by_email`: the link confirms the address. `has_account`: they log in to accept. */
export const OpenedInvitation = z.object({
  email: z.string(),
  role: Role,
  by_email: z.boolean(),
  has_account: z.boolean(),
})
export type OpenedInvitation = z.infer<typeof OpenedInvitation>

export const Acceptance = InvitationToken.extend({ name: PersonName.min(1, 'Name is required'), password: Password })
export type Acceptance = z.infer<typeof Acceptance>

export const invitationsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listInvitations: endpoint({
    method: 'GET',
    path: '/invitations',
    summary: 'Lists the invitations that were not accepted, newest first; expired ones too.',
    access: 'admin',
    response: z.array(Invitation),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/invitations',
    summary: `Invites an e-mail address, which gets a link that works once, within ${INVITATION_DAYS} days. An earlier invitation of the address ends. 409 for an address with an account.`,
    access: 'admin',
    recentSignIn: true,
    body: NewInvitation,
    response: SentInvitation,
    rateLimit: { max: 100, minutes: 60 },
  }),
  countWaiting: endpoint({
    method: 'GET',
    path: '/invitations/waiting',
    summary: 'Counts the people who have a record and neither an account nor a valid invitation.',
    access: 'admin',
    response: z.object({ waiting: z.int() }),
  }),
  inviteWaiting: endpoint({
    method: 'POST',
    path: '/invitations/waiting',
    summary: `Invites up to ${INVITATION_BATCH} people who have a record and neither an account nor a valid invitation, oldest records first.`,
    access: 'admin',
    recentSignIn: true,
    response: z.object({ invited: z.int(), waiting: z.int() }),
    rateLimit: { max: 200, minutes: 60 },
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/invitation/{id}',
    summary: 'Sends an invitation again with new links; the earlier ones end.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    response: SentInvitation,
    rateLimit: { max: 100, minutes: 60 },
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/invitation/{id}',
    summary: 'Revokes an invitation: its links no longer work.',
    access: 'admin',
    params: ById,
    response: Deleted,
  }),
  openInvitation: endpoint({
    method: 'POST',
    path: '/invitation/open',
    summary: 'Returns what the link of an invitation offers. The link stays valid.',
    access: 'anyone',
    body: InvitationToken,
    response: OpenedInvitation,
    rateLimit: { max: 300, minutes: 10 },
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/invitation/accept',
    summary:
      'Accepts an invitation with a new account, whose e-mail address counts as confirmed if the link came by e-mail.',
    access: 'anyone',
    body: Acceptance,
    response: z.object({ accepted: z.literal(true) }),
    rateLimit: { max: 120, minutes: 10 },
  }),
  claimInvitation: endpoint({
    method: 'POST',
    path: '/invitation/claim',
    summary: "Accepts an invitation of the proof's own e-mail address, and gives its account the role.",
    access: 'proof',
    body: InvitationToken,
    response: z.object({ role: Role }),
    rateLimit: { max: 20, minutes: 10 },
  }),
}))
