/** Exports and deletes all data of a user. This domain is above all others, because each has a part of an account. */
import type { AccountData } from '#contract/account.ts'
import type { AccountDeletion } from '#contract/account-deletion.ts'
import type { Role } from '#contract/users.ts'
import { RECENT_SIGN_IN_MINUTES } from '#contract/values/limits.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import type { Components, Domain } from '#server/domains/domain.ts'
import * as Invitations from '#server/domains/invitations/invitations.ts'
import * as Newsletter from '#server/domains/newsletter/newsletter.ts'
import { readByIdentity } from '#server/domains/users/addresses.ts'
import { claim, unbind } from '#server/domains/users/identity-binding.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { changesCatalogue, inTransaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context, SystemContext } from '#server/ports/context.ts'
import type { Proof } from '#server/ports/identity-provider.ts'

type Domains = readonly Domain[]

/** Returns all data of the actor. */
export async function readData(ctx: Context, components: Components): Promise<AccountData> {
  const { db, actor, identity } = ctx
  const signIn = await identity.readSignIn(actor.email)
  const data: Partial<AccountData> = {
    exported_at: Date.now(),
    sign_in: signIn,
    // Who subscribed an address is its owner, who may not be the person who registered it here.
    newsletter: signIn.email_verified ? await Newsletter.findSubscription(db, actor.email) : null,
  }
  for (const domain of components.domains) Object.assign(data, await domain.data?.(ctx, components))
  return data as AccountData
}

/**
 * Deletes the account of a proof's owner, who confirms it by the password or by a recent sign-in. Returns 1.
 * @throws AppError NOT_FOUND, NOT_CONFIRMED, LAST_ADMIN; EMAIL_NOT_CONFIRMED and IDENTITY_CONFLICT for another owner's record
 */
export async function deleteOwn(
  ctx: SystemContext,
  proof: Proof,
  { password, refund }: AccountDeletion,
  domains: Domains,
): Promise<number> {
  const id = orNotFound(await claim(ctx, proof))
  if (password) {
    if (!(await ctx.identity.hasPassword(proof, password))) throw new AppError('NOT_CONFIRMED')
  } else if (Date.now() - proof.signedInAt > RECENT_SIGN_IN_MINUTES * 60_000) {
    throw new AppError('NOT_CONFIRMED', 'Please log out and in again, and then delete your account.')
  }
  return remove(ctx, id, domains, { isRefunded: refund !== false })
}

/**
 * Ends the connection of a user's record to a sign-in that no longer exists at the identity provider. The next one with the confirmed
 * address gets the record. Returns 1.
 * @throws AppError INVALID_INPUT, NOT_FOUND, NOT_ONESELF, ADMIN_ACCOUNT
 */
export async function unlink(ctx: Context, id: string): Promise<number> {
  const { identity, actor } = ctx
  if (identity.features.ownAccounts)
    throw new AppError('INVALID_INPUT', 'Accounts with a password have no other sign-in.')
  return inTransaction(ctx, async (tx) => {
    const user = await Users.lockForAdmin(tx, actor, id)
    if (user.identityId) await unbind(tx, [user.identityId])
    await identity.deleteSignIn(tx, user.email)
    await Activity.record(tx, actor, { action: 'user_unlinked', subject: user.email, subjectId: user.id })
    return 1
  })
}

/** Deletes the record of an identity whose address belongs to another person, unless the identity has confirmed it. */
export async function removeUnconfirmed(ctx: SystemContext, identityId: string, domains: Domains): Promise<void> {
  const user = await readByIdentity(ctx.db, identityId)
  if (user && !user.emailConfirmed) await remove(ctx, user.id, domains)
}

/**
 * Deletes a user, who is the caller or (with `actor`) chosen by an admin. Their places in runs that are not over end. Payments and other
 * enrolments stay, and an instructor's classes leave the catalogue. If the process ends before the identity is deleted, its next sign-in creates a new student.
 * @param options.isRefunded whether the user gets back what the terms give
 * @throws AppError NOT_FOUND, NOT_ONESELF, LAST_ADMIN
 */
export async function remove(
  ctx: SystemContext,
  id: string,
  domains: Domains,
  { actor, isRefunded = true }: { actor?: Actor; isRefunded?: boolean } = {},
): Promise<number> {
  const userId = parseId(id)
  const highestFirst = domains.toReversed()
  const removed = await inTransaction(ctx, async (tx) => {
    for (const { lockToForget } of highestFirst) await lockToForget?.(tx, userId)
    const user = await Users.remove(tx, userId, actor)
    for (const { forget } of highestFirst) await forget?.(tx, { user, actor, isRefunded }, ctx)
    return user
  })
  await ctx.identity.forget(removed)
  return 1
}

/**
 * Changes a user's role. Returns 0 where they have it already. The classes of an instructor who becomes a student leave the
 * catalogue until they are an instructor again; enrolled students keep them. Locks classes before users, as everywhere.
 * @throws AppError NOT_FOUND, NOT_ONESELF, LAST_ADMIN, NOT_ALLOWED
 */
export async function changeRole(ctx: Context, id: string, role: Role): Promise<number> {
  const userId = parseId(id)
  return inTransaction(ctx, async (tx) => {
    if (role === 'student') {
      await Classes.archiveTaughtBy(tx, userId)
      await Cart.removeTaughtBy(tx, userId)
    }
    if (role === 'instructor') await Classes.restoreTaughtBy(tx, userId)
    if (!(await Users.setRole(tx, ctx.actor, userId, role))) return 0
    await Invitations.endAll(tx, await Users.lock(tx, userId))
    changesCatalogue(tx)
    return 1
  })
}
