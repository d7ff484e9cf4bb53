/** The verbs of admins on invitations. Docs: docs/decisions/0024. */
import { and, count, desc, eq, gt, isNull, ne, notExists, or } from 'drizzle-orm'
import type { Invitation, NewInvitation, SentInvitation } from '#contract/invitations.ts'
import { INVITATION_BATCH, INVITATION_DAYS, MAX_INVITATIONS } from '#contract/values/limits.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { generateLinkToken, hashLinkToken } from '#server/platform/link-token.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { composeInvitationEmail } from './invitations.emails.ts'
import { invitations } from './invitations.table.ts'

type Row = typeof invitations.$inferSelect

const DAY_MS = 24 * 60 * 60_000

/** Returns the invitations that were not accepted, newest first. */
export async function list(db: Database): Promise<Invitation[]> {
  const rows = await db
    .select({ row: invitations, inviter: users.name })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .orderBy(desc(invitations.createdAt), invitations.id)
  return rows.map(({ row, inviter }) => toInvitation(row, inviter))
}

/**
 * Invites an e-mail in a role, in place of an earlier invitation. Returns it with a link to pass on.
 * @throws AppError ALREADY_REGISTERED, LIMIT_REACHED, NOT_ALLOWED
 */
export async function invite(ctx: Context, invitation: NewInvitation): Promise<SentInvitation> {
  return inTransaction(ctx, (tx) => inviteWith(ctx, tx, ctx.actor, invitation))
}

/** The same in a transaction of the caller. */
export async function inviteWith(
  ctx: Pick<Context, 'mail' | 'publicUrl'>,
  tx: Transaction,
  inviter: Pick<Actor, 'id' | 'name'>,
  { email, role }: NewInvitation,
): Promise<SentInvitation> {
  await requireAdmin(tx, inviter)
  const existing = await Users.readByEmail(tx, email)
  if (existing && !Users.isWaiting(existing, role)) throw new AppError('ALREADY_REGISTERED', describeAccount(email))
  await requireRoom(tx)
  const links = createLinks()
  const values = { email, role, invitedBy: inviter.id, createdAt: Date.now(), ...links.stored }
  const [row] = await tx
    .insert(invitations)
    .values(values)
    .onConflictDoUpdate({ target: invitations.email, set: values })
    .returning()
  return send(ctx, tx, inviter, must(row), links)
}

/** Counts the people who have a record and neither an account nor a valid invitation. */
export async function countWaiting(db: Database): Promise<number> {
  const [row] = await db.select({ all: count() }).from(users).where(isWaiting(db))
  return Number(row?.all ?? 0)
}

/**
 * Invites the next people who have a record and neither an account nor a valid invitation, oldest records first. Two admins at once
 * invite others.
 * @throws AppError NOT_ALLOWED, LIMIT_REACHED
 */
export async function inviteWaiting(ctx: Context): Promise<{ invited: number; waiting: number }> {
  const invited = await inTransaction(ctx, async (tx) => {
    await requireAdmin(tx, ctx.actor)
    const people = await tx
      .select({ email: users.email, role: users.role })
      .from(users)
      .where(isWaiting(tx))
      .orderBy(users.createdAt, users.id)
      .limit(INVITATION_BATCH)
      .for('update', { skipLocked: true })
    for (const person of people) await inviteWith(ctx, tx, ctx.actor, person)
    return people.length
  })
  return { invited, waiting: await countWaiting(ctx.db) }
}

function isWaiting(db: Database) {
  const valid = db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.email, users.email), gt(invitations.expiresAt, Date.now())))
  return and(Users.isNotDeleted, isNull(users.identityId), ne(users.role, 'admin'), notExists(valid))
}

/** Sends an invitation again. Its earlier links end. @throws AppError NOT_FOUND, NOT_ALLOWED */
export async function resend(ctx: Context, id: string): Promise<SentInvitation> {
  const isIt = eq(invitations.id, parseId(id))
  return inTransaction(ctx, async (tx) => {
    await requireAdmin(tx, ctx.actor)
    const links = createLinks()
    // The invitation is now of this admin, and ends with their role.
    const values = { ...links.stored, invitedBy: ctx.actor.id }
    const [row] = await tx.update(invitations).set(values).where(isIt).returning()
    return send(ctx, tx, ctx.actor, orNotFound(row), links)
  })
}

/** Revokes an invitation. Returns 1. @throws AppError NOT_FOUND */
export async function revoke(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx
      .delete(invitations)
      .where(eq(invitations.id, parseId(id)))
      .returning()
    const { email, role } = orNotFound(row)
    const entry = { action: 'invitation_revoked', subject: email, subjectId: id, message: role } as const
    await Activity.record(tx, ctx.actor, entry)
    return 1
  })
}

/** Returns the e-mail of an invitation. @throws AppError NOT_FOUND */
export async function readEmail(db: Database, id: string): Promise<string> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(eq(invitations.id, parseId(id)))
  return orNotFound(row).email
}

/** Ends the invitations of a user, and those that the user sent: an admin has changed the role, or deleted the account. */
export async function endAll(tx: Transaction, { id, email }: Pick<Actor, 'id' | 'email'>): Promise<void> {
  await tx.delete(invitations).where(or(eq(invitations.email, email), eq(invitations.invitedBy, id)))
}

function describeAccount(email: string): string {
  return `${email} has an account already. Change its role under Manage Users.`
}

function createLinks() {
  const [emailToken, copyToken] = [generateLinkToken(), generateLinkToken()]
  const hashes = { emailHash: hashLinkToken(emailToken), copyHash: hashLinkToken(copyToken) }
  return { emailToken, copyToken, stored: { ...hashes, expiresAt: Date.now() + INVITATION_DAYS * DAY_MS } }
}

async function send(
  { mail, publicUrl }: Pick<Context, 'mail' | 'publicUrl'>,
  tx: Transaction,
  inviter: Pick<Actor, 'id' | 'name'>,
  row: Row,
  { emailToken, copyToken }: ReturnType<typeof createLinks>,
): Promise<SentInvitation> {
  const { id, email, role } = row
  await mail.send(tx, composeInvitationEmail(email, role, toUrl(publicUrl, emailToken)))
  await Activity.record(tx, inviter, { action: 'user_invited', subject: email, subjectId: id, message: role })
  return { ...toInvitation(row, inviter.name), link: toUrl(publicUrl, copyToken) }
}

/** The request was authorized before the lock, so another admin may have demoted the actor since. */
async function requireAdmin(tx: Transaction, { id }: Pick<Actor, 'id'>): Promise<void> {
  const { role } = await Users.lock(tx, id)
  if (role !== 'admin') throw new AppError('NOT_ALLOWED')
}

async function requireRoom(tx: Transaction): Promise<void> {
  const [row] = await tx.select({ all: count() }).from(invitations)
  if (Number(row?.all) < MAX_INVITATIONS) return
  throw new AppError('LIMIT_REACHED', `${MAX_INVITATIONS} invitations are open, our limit. Revoke some first.`)
}

function toUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation?token=${token}`
}

function toInvitation({ id, email, role, createdAt, expiresAt }: Row, inviter: string): Invitation {
  return { _id: id, email, role, invited_by: inviter, created_at: createdAt, expires_at: expiresAt }
}
