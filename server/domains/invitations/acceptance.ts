/**
 * Accepts invitations. The link in the e-mail proves that its reader owns the address. The link that the admin passes on proves only that
 * the admin trusts its reader: an address that is accepted by it stays unconfirmed, and becomes no admin.
 */
import { and, eq, gt, or } from 'drizzle-orm'
import type { Acceptance, OpenedInvitation } from '#contract/invitations.ts'
import type { Role } from '#contract/users.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { bind, claim, confirmEmail } from '#server/domains/users/identity-binding.ts'
import { createWithRole, rename } from '#server/domains/users/registration.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { hashLinkToken } from '#server/platform/link-token.ts'
import type { Actor, SystemContext } from '#server/ports/context.ts'
import type { Proof } from '#server/ports/identity-provider.ts'
import { invitations } from './invitations.table.ts'

const INVALID_LINK = 'This invitation is incomplete, used, revoked or expired. Ask us for a new one.'
const UNCONFIRMED_ADMIN =
  'Admins need a confirmed e-mail address. Open the link in our e-mail, or continue with a sign-in provider.'
const UNCONFIRMED_OWNER =
  'Classes are waiting for you. Open the link in our e-mail, or continue with a sign-in provider.'
const OTHER_ADDRESS = 'This invitation is for another e-mail address. Log out, then open the link again.'
const OTHER_ROLE = 'Your account has another role already. Ask an admin to change it.'

interface Link {
  id: string
  email: string
  role: Role
  isByEmail: boolean
}

/** Returns what a link offers. @throws AppError LINK_INVALID */
export async function open(db: Database, token: string): Promise<OpenedInvitation> {
  const { email, role, isByEmail } = await find(db, token)
  const user = await Users.readByEmail(db, email)
  return { email, role, by_email: isByEmail, has_account: user !== undefined && !Users.isWaiting(user, role) }
}

/**
 * Creates the account of an invited person with a password. A link in an e-mail replaces an account without a record that another person
 * registered with the address.
 * @throws AppError LINK_INVALID, ALREADY_REGISTERED, EMAIL_NOT_CONFIRMED, INVALID_INPUT
 */
export async function accept(ctx: SystemContext, { token, name, password }: Acceptance): Promise<void> {
  const { db, identity } = ctx
  const { email, role, isByEmail } = await find(db, token)
  const accounts = identity.ownAccounts
  if (!accounts) throw new AppError('INVALID_INPUT', 'Log in with the identity provider to accept this invitation.')
  if (role === 'admin' && !isByEmail) throw new AppError('EMAIL_NOT_CONFIRMED', UNCONFIRMED_ADMIN)
  const waiting = await findWaiting(db, email, role)
  // The record is another person's until the address is confirmed.
  if (waiting && !isByEmail) throw new AppError('EMAIL_NOT_CONFIRMED', UNCONFIRMED_OWNER)
  const passwordHash = await accounts.hashPassword(password)
  await inTransaction(ctx, async (tx) => {
    const { id } = await use(tx, token)
    if (isByEmail) await accounts.deleteAccount(tx, email)
    const identityId = await accounts.createAccount(tx, { email, name, passwordHash, emailConfirmed: isByEmail })
    if (!identityId) throw new AppError('ALREADY_REGISTERED')
    const user = waiting
      ? await takeOver(tx, waiting, { name, identityId })
      : await createWithRole(tx, { email, name, identityId, emailConfirmed: isByEmail }, role)
    await recordAcceptance(tx, user, { id, role })
  })
}

/** Returns the record that waits for the owner of an e-mail, or null without a record. @throws AppError ALREADY_REGISTERED */
async function findWaiting(db: Database, email: string, role: Role) {
  const user = await Users.readByEmail(db, email)
  if (user && !Users.isWaiting(user, role)) throw new AppError('ALREADY_REGISTERED')
  return user ?? null
}

/** Gives a record that waits to the identity of a confirmed e-mail. @throws AppError ALREADY_REGISTERED where another was faster */
async function takeOver(
  tx: Transaction,
  waiting: NonNullable<Awaited<ReturnType<typeof findWaiting>>>,
  { name, identityId }: { name: string; identityId: string },
) {
  await bind(tx, waiting, identityId)
  await rename(tx, waiting.id, name)
  const user = await Users.lock(tx, waiting.id)
  if (user.identityId !== identityId) throw new AppError('ALREADY_REGISTERED')
  return user
}

/**
 * Gives the role of an invitation to the account of a proof. Returns the role.
 * @throws AppError LINK_INVALID, NOT_ALLOWED, EMAIL_NOT_CONFIRMED, IDENTITY_CONFLICT, ALREADY_REGISTERED for an account with another role
 */
export async function claimRole(ctx: SystemContext, proof: Proof, token: string): Promise<Role> {
  const { email, role, isByEmail } = await find(ctx.db, token)
  if (email !== proof.email) throw new AppError('NOT_ALLOWED', OTHER_ADDRESS)
  const emailConfirmed = proof.emailConfirmed || isByEmail
  if (role === 'admin' && !emailConfirmed) throw new AppError('EMAIL_NOT_CONFIRMED', UNCONFIRMED_ADMIN)
  const userId = await claim(ctx, { ...proof, emailConfirmed })
  return inTransaction(ctx, async (tx) => {
    const { id } = await use(tx, token)
    if (emailConfirmed) await ctx.identity.confirmEmail(tx, proof.identityId)
    const user = userId
      ? await Users.lock(tx, userId)
      : await createWithRole(tx, { ...toNewUser(proof), emailConfirmed }, role)
    if (user.role !== role && user.role !== 'student') throw new AppError('ALREADY_REGISTERED', OTHER_ROLE)
    if (emailConfirmed) await confirmEmail(tx, proof.identityId)
    await Users.grantRole(tx, user.id, role)
    await recordAcceptance(tx, user, { id, role })
    return role
  })
}

function toNewUser({ email, name, identityId }: Proof) {
  return { email, name: name || Users.deriveName(email), identityId }
}

/** @throws AppError LINK_INVALID */
async function find(db: Database, token: string): Promise<Link> {
  const [row] = await db.select().from(invitations).where(isValid(token))
  return toLink(row, token)
}

/** Deletes an invitation: of two uses at the same time, one succeeds. @throws AppError LINK_INVALID */
async function use(tx: Transaction, token: string): Promise<Link> {
  const [row] = await tx.delete(invitations).where(isValid(token)).returning()
  return toLink(row, token)
}

function isValid(token: string) {
  const hash = hashLinkToken(token)
  const isOfLink = or(eq(invitations.emailHash, hash), eq(invitations.copyHash, hash))
  return and(isOfLink, gt(invitations.expiresAt, Date.now()))
}

function toLink(row: typeof invitations.$inferSelect | undefined, token: string): Link {
  if (!row) throw new AppError('LINK_INVALID', INVALID_LINK)
  const { id, email, role, emailHash } = row
  return { id, email, role, isByEmail: emailHash === hashLinkToken(token) }
}

async function recordAcceptance(
  tx: Transaction,
  user: Pick<Actor, 'id' | 'email'>,
  { id, role }: Pick<Link, 'id' | 'role'>,
): Promise<void> {
  const entry = { action: 'invitation_accepted', subject: user.email, subjectId: id, message: role } as const
  await Activity.record(tx, user, entry)
}
