/** Exports and deletes all data of a user. This domain is above all others, because each has a part of that data. */
import type { AccountData } from '#contract/account.ts'
import type { AccountDeletion } from '#contract/account-deletion.ts'
import { RECENT_SIGN_IN_MINUTES } from '#contract/values/limits.ts'
import * as AccessTokens from '#server/domains/access-tokens/access-tokens.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Attendance from '#server/domains/attendance/attendance.ts'
import * as Calendar from '#server/domains/calendar/calendar.ts'
import type { FeedLinks } from '#server/domains/calendar/feed-links.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import * as EnrolledClasses from '#server/domains/enrolments/enrolled-classes.ts'
import * as StudentReviews from '#server/domains/home/student-reviews.ts'
import * as Invitations from '#server/domains/invitations/invitations.ts'
import * as Newsletter from '#server/domains/newsletter/newsletter.ts'
import * as AccountDeletions from '#server/domains/payments/account-deletions.ts'
import * as Payments from '#server/domains/payments/payments.ts'
import { queueRelease } from '#server/domains/payments/releases.ts'
import * as Profiles from '#server/domains/profiles/profiles.ts'
import { readByIdentity } from '#server/domains/users/addresses.ts'
import { claim, unbind } from '#server/domains/users/identity-binding.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { changesCatalogue, inTransaction } from '#server/platform/database/transaction.ts'
import type { Actor, Context, SystemContext } from '#server/ports/context.ts'
import type { Proof } from '#server/ports/identity-provider.ts'
import * as EmailChanges from './email-changes.ts'

/** Returns all data of the actor. */
export async function readData(ctx: Context, feedLinks: FeedLinks): Promise<AccountData> {
  const { db, actor, identity } = ctx
  const signIn = await identity.readSignIn(actor.email)
  const { student: _s, instructor: _i, admin: _a, ...user } = await Users.getByEmail(db, actor.email)
  return {
    exported_at: Date.now(),
    user,
    terms_version: await Users.readTermsVersion(ctx),
    sign_in: signIn,
    email_changes: await EmailChanges.list(ctx),
    access_tokens: await AccessTokens.list(ctx),
    selected_classes: await Cart.list(ctx),
    payments: await Payments.list(ctx),
    enrolled_classes: await EnrolledClasses.list(ctx),
    ended_enrolments: await EnrolledClasses.listEnded(ctx),
    attended_sessions: await Attendance.listAttended(ctx),
    instructor_profile: await Profiles.readOwn(ctx),
    taught_classes: (await Classes.listByInstructor(ctx, actor.email)).rows,
    reviews: await StudentReviews.listOwn(ctx),
    calendar: await Calendar.readSettings(ctx, feedLinks),
    // Who subscribed an address is its owner, who may not be the person who registered it here.
    newsletter: signIn.email_verified ? await Newsletter.findSubscription(db, actor.email) : null,
  }
}

/**
 * Deletes the account of a proof's owner, who confirms it by the password or by a recent sign-in. Returns 1.
 * @throws AppError NOT_FOUND, NOT_CONFIRMED, LAST_ADMIN; EMAIL_NOT_CONFIRMED and IDENTITY_CONFLICT for another owner's record
 */
export async function deleteOwn(
  ctx: SystemContext,
  proof: Proof,
  { password, refund }: AccountDeletion,
): Promise<number> {
  const id = orNotFound(await claim(ctx, proof))
  if (password) {
    if (!(await ctx.identity.hasPassword(proof, password))) throw new AppError('NOT_CONFIRMED')
  } else if (Date.now() - proof.signedInAt > RECENT_SIGN_IN_MINUTES * 60_000) {
    throw new AppError('NOT_CONFIRMED', 'Please log out and in again, and then delete your account.')
  }
  return remove(ctx, id, { isRefunded: refund !== false })
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
    await identity.release(tx, user.email)
    await Activity.record(tx, actor, { action: 'user_unlinked', subject: user.email, subjectId: user.id })
    return 1
  })
}

/** Deletes the record of an identity whose address belongs to another person, unless the identity has confirmed it. */
export async function removeUnconfirmed(ctx: SystemContext, identityId: string): Promise<void> {
  const user = await readByIdentity(ctx.db, identityId)
  if (user && !user.emailConfirmed) await remove(ctx, user.id)
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
  { actor, isRefunded = true }: { actor?: Actor; isRefunded?: boolean } = {},
): Promise<number> {
  const userId = parseId(id)
  const user = await inTransaction(ctx, async (tx) => {
    await AccountDeletions.lockClasses(tx, userId)
    await Classes.archiveTaughtBy(tx, userId)
    await Cart.forget(tx, userId)
    await Calendar.forget(tx, userId)
    const removed = await Users.remove(tx, userId, actor)
    await EmailChanges.forget(tx, userId)
    await AccountDeletions.endPlaces(ctx, tx, { userId, by: actor?.id ?? userId, isRefunded })
    await AccessTokens.forget(tx, userId)
    await Profiles.forget(tx, userId)
    await StudentReviews.forget(tx, userId)
    await Invitations.endAll(tx, removed)
    if (removed.emailConfirmed) await Newsletter.forget(tx, removed.email)
    await queueRelease(ctx, tx, userId)
    if (removed.role === 'instructor') changesCatalogue(tx)
    return removed
  })
  await ctx.identity.forget(user)
  return 1
}
