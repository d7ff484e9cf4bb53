/** Changes of an account's e-mail address. The owner of the new one confirms it, and that of the old one may stop it. Docs: docs/decisions/0037. */
import { and, eq, gt, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import type { EmailChange, EmailChangeRequest } from '#contract/email-changes.ts'
import { EMAIL_CHANGE_HOURS, EMAIL_STOP_DAYS, REAUTH_MINUTES } from '#contract/values/limits.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { changeEmail } from '#server/domains/users/addresses.ts'
import { claim, revokeTokens } from '#server/domains/users/identity-binding.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/transaction.ts'
import { generateLinkToken, hashLinkToken } from '#server/platform/link-token.ts'
import type { Actor, Context, SystemContext } from '#server/ports/context.ts'
import type { Proof } from '#server/ports/identity-provider.ts'
import { isOfDemo } from '#server/settings/demo.ts'
import {
  composeChangedEmail,
  composeRequestedEmail,
  composeRestoredEmail,
  composeTakenEmail,
} from './account.emails.ts'
import { emailChanges } from './email-changes.table.ts'

const HOUR_MS = 60 * 60_000
const STOP_MS = EMAIL_STOP_DAYS * 24 * HOUR_MS
const WAITING_MS = EMAIL_CHANGE_HOURS * HOUR_MS

type Row = typeof emailChanges.$inferSelect

/**
 * Asks for another address of the account of a proof's owner, who confirms it by the password or, without one, by a recent sign-in. The
 * result is the same whether or not the address has an account.
 * @throws AppError EMAIL_AT_PROVIDER, REAUTH_REQUIRED, NOT_CONFIRMED, INVALID_INPUT, NOT_FOUND
 */
export async function request(
  ctx: SystemContext,
  proof: Proof,
  { email, password }: EmailChangeRequest,
): Promise<void> {
  const { identity } = ctx
  requireOwnAddresses(ctx)
  if (Date.now() - proof.signedInAt > REAUTH_MINUTES * 60_000) throw new AppError('REAUTH_REQUIRED')
  const id = orNotFound(await claim(ctx, proof))
  const { methods } = await identity.readSignIn(proof.email)
  if (methods.includes('password') && !(password && (await identity.hasPassword(proof, password))))
    throw new AppError('NOT_CONFIRMED')
  await inTransaction(ctx, async (tx) => start(ctx, tx, await Users.lock(tx, id), email, null))
}

/**
 * Asks for another address of a user, as an admin.
 * @throws AppError EMAIL_AT_PROVIDER, NOT_FOUND, NOT_ONESELF, ADMIN_ACCOUNT, ALREADY_REGISTERED, INVALID_INPUT
 */
export async function requestFor(ctx: Context, id: string, email: string): Promise<void> {
  requireOwnAddresses(ctx)
  await inTransaction(ctx, async (tx) => {
    const user = await Users.lockForAdmin(tx, ctx.actor, id)
    if (email !== user.email && (await hasOwner(tx, email, user.id))) throw new AppError('ALREADY_REGISTERED', TAKEN)
    await start(ctx, tx, user, email, ctx.actor)
    const changes = [{ field: 'Email', from: user.email, to: email }]
    const entry = { action: 'address_change_requested', subject: user.email, subjectId: user.id, changes } as const
    await Activity.record(tx, ctx.actor, entry)
  })
}

/** Replaces an earlier request, so that its link ends. */
async function start(ctx: SystemContext, tx: Transaction, user: Users.UserRow, email: string, admin: Actor | null) {
  if (email === user.email) throw new AppError('INVALID_INPUT', 'This is the e-mail address of the account already.')
  if (isOfDemo(user.email) || isOfDemo(email)) throw new AppError('INVALID_INPUT', 'The addresses of the demo stay.')
  const token = generateLinkToken()
  const values = { userId: user.id, fromEmail: user.email, toEmail: email, requestedBy: admin?.id ?? null }
  await tx.delete(emailChanges).where(and(eq(emailChanges.userId, user.id), isWaiting))
  await tx.insert(emailChanges).values({ ...values, tokenHash: hashLinkToken(token), createdAt: Date.now() })
  const message = (await hasOwner(tx, email, user.id))
    ? composeTakenEmail(email, `${ctx.publicUrl}/login`)
    : composeRequestedEmail(email, `${ctx.publicUrl}/change-email?token=${token}`)
  await ctx.mail.send(tx, message)
}

/**
 * Gives an account the address to which the token was sent, and ends all sign-ins. Users confirm their own requests while they are
 * logged in, so that no one confirms an address for the account of a stranger. Returns the new address.
 * @throws AppError LINK_INVALID, OTHER_ACCOUNT, ALREADY_REGISTERED
 */
export async function confirm(ctx: Context<Actor | null>, token: string): Promise<string> {
  const { db, identity, actor } = ctx
  const isIt = and(eq(emailChanges.tokenHash, hashLinkToken(token)), isWaiting, isFresh())
  const change = orInvalid((await db.select().from(emailChanges).where(isIt))[0])
  if (!change.requestedBy && actor?.id !== change.userId) throw new AppError('OTHER_ACCOUNT')
  const { identityId } = await Users.read(db, change.userId)
  const hadSecondFactor = identityId !== null && (await identity.hasSecondFactor(identityId))
  return inTransaction(ctx, async (tx) => {
    const user = await Users.lock(tx, change.userId)
    await requireUnchanged(tx, change, user)
    // A user who has never proven the old address gets no way back to the account.
    const stopToken = user.emailConfirmed && user.identityId ? generateLinkToken() : null
    const done = { changedAt: Date.now(), stopHash: stopToken && hashLinkToken(stopToken), hadSecondFactor }
    orInvalid((await tx.update(emailChanges).set(done).where(isIt).returning())[0])
    if (await hasOwner(tx, change.toEmail, user.id)) throw new AppError('ALREADY_REGISTERED', TAKEN)
    await move(tx, user, change.toEmail, 'address_changed')
    if (user.identityId && !(await identity.changeEmail(tx, user.identityId, change.toEmail)))
      throw new AppError('ALREADY_REGISTERED', TAKEN)
    const url = stopToken && `${ctx.publicUrl}/restore-email?token=${stopToken}`
    await ctx.mail.send(tx, composeChangedEmail(user.email, url, Users.greet(user)))
    await removeOld(tx)
    return change.toEmail
  }).catch(toTaken)
}

/** Throws where the request has ended since: another change, or the requesting admin is no longer one, or the user has become one. */
async function requireUnchanged(tx: Transaction, { fromEmail, requestedBy }: Row, user: Users.UserRow): Promise<void> {
  const isByAdmin = requestedBy !== null
  if (user.email !== fromEmail || (isByAdmin && user.role === 'admin')) throw new AppError('LINK_INVALID')
  if (isByAdmin && !(await Users.isAdmin(tx, requestedBy))) throw new AppError('LINK_INVALID')
}

/**
 * Gives an account its old address back, whatever it has become since, and ends all sign-ins, its password, and what was added to the
 * sign-in since. No other change of the account can be stopped or confirmed afterwards. Returns the address.
 * @throws AppError LINK_INVALID, ALREADY_REGISTERED
 */
export async function restore(ctx: SystemContext, token: string): Promise<string> {
  const { db, identity } = ctx
  const isIt = and(eq(emailChanges.stopHash, hashLinkToken(token)), canBeStopped())
  const { userId } = orInvalid((await db.select().from(emailChanges).where(isIt))[0])
  return inTransaction(ctx, async (tx) => {
    const user = await Users.lock(tx, userId)
    const { fromEmail, hadSecondFactor, changedAt } = orInvalid(
      (await tx.delete(emailChanges).where(isIt).returning())[0],
    )
    await forget(tx, userId)
    if (await hasOwner(tx, fromEmail, userId)) throw new AppError('ALREADY_REGISTERED', RESTORED_TAKEN)
    await move(tx, user, fromEmail, 'address_restored')
    const since = { time: must(changedAt), hadSecondFactor }
    if (user.identityId && !(await identity.restoreEmail(tx, user.identityId, fromEmail, since)))
      throw new AppError('ALREADY_REGISTERED', RESTORED_TAKEN)
    if (user.email !== fromEmail) await ctx.mail.send(tx, composeRestoredEmail(user.email))
    return fromEmail
  }).catch(toTaken)
}

async function move(
  tx: Transaction,
  user: Users.UserRow,
  email: string,
  action: 'address_changed' | 'address_restored',
): Promise<void> {
  await changeEmail(tx, user.id, email)
  if (user.identityId) await revokeTokens(tx, [user.identityId])
  const changes = [{ field: 'Email', from: user.email, to: email }]
  await Activity.record(tx, user, { action, subject: email, subjectId: user.id, changes })
}

/** Returns whether the owner of an address may still get it back, so that no one else registers it. */
export async function isReserved(db: Database, email: string): Promise<boolean> {
  return (await db.$count(emailChanges, and(eq(emailChanges.fromEmail, email), canBeStopped()))) > 0
}

/** Ends the request of an account whose password has changed, because another person may have made it. */
export async function endRequest(db: Database, email: string): Promise<void> {
  await db.delete(emailChanges).where(and(eq(emailChanges.fromEmail, email), isWaiting))
}

/** Removes the changes of a user. */
export async function forget(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/** Returns the changes of the actor, newest first. */
export async function list({ db, actor }: Context): Promise<EmailChange[]> {
  const rows = await db.select().from(emailChanges).where(eq(emailChanges.userId, actor.id))
  return rows
    .sort((a, b) => b.createdAt - a.createdAt)
    .map(({ fromEmail, toEmail, createdAt, changedAt }) => ({
      from: fromEmail,
      to: toEmail,
      asked_at: createdAt,
      changed_at: changedAt,
    }))
}

const isWaiting = isNull(emailChanges.changedAt)
const isFresh = () => gt(emailChanges.createdAt, Date.now() - WAITING_MS)
const canBeStopped = () => and(isNotNull(emailChanges.stopHash), gt(emailChanges.changedAt, Date.now() - STOP_MS))

/** Returns whether an address has a record, or is reserved for the owner of another one. */
async function hasOwner(tx: Transaction, email: string, userId: string): Promise<boolean> {
  const record = await Users.readByEmail(tx, email)
  if (record) return record.id !== userId
  const isOfOther = and(eq(emailChanges.fromEmail, email), canBeStopped(), ne(emailChanges.userId, userId))
  return (await tx.$count(emailChanges, isOfOther)) > 0
}

async function removeOld(tx: Transaction): Promise<void> {
  await tx.delete(emailChanges).where(lt(emailChanges.createdAt, Date.now() - STOP_MS - WAITING_MS))
}

function requireOwnAddresses({ identity }: SystemContext): void {
  if (!identity.features.emailChanges) throw new AppError('EMAIL_AT_PROVIDER')
}

function orInvalid<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('LINK_INVALID')
  return row
}

/** Two accounts may get the same address at the same moment: the database refuses one. */
function toTaken(error: unknown): never {
  throw isUniqueViolation(error) ? new AppError('ALREADY_REGISTERED', TAKEN) : error
}

const TAKEN = 'This e-mail address has an account already.'
const RESTORED_TAKEN = 'This e-mail address has another account by now. Contact us for help.'
