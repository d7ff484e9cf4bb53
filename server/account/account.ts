/** Everything that the school keeps of somebody, taken out or ended. Above all other domains, since each has its part. */
import { type AccountData, FRESH_SIGN_IN_MINUTES } from '#contract/account.ts'
import * as Cart from '#server/cart/cart.ts'
import * as Classes from '#server/classes/classes.ts'
import type { Actor, Context, SystemContext } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Proof } from '#server/identity/identity.ts'
import * as Newsletter from '#server/newsletter/newsletter.ts'
import * as Payments from '#server/payments/payments.ts'
import { idFrom, Refusal } from '#server/refusal.ts'
import * as Users from '#server/users/users.ts'

/** All that is kept of the actor. */
export async function data(ctx: Context): Promise<AccountData> {
  const { db, actor, identity } = ctx
  const { student: _s, instructor: _i, admin: _a, ...user } = await Users.byEmail(db, actor.email)
  return {
    exported_at: Date.now(),
    user,
    sign_in: await identity.signInOf(actor.email),
    selected_classes: await Cart.list(ctx),
    payments: await Payments.list(ctx),
    enrolled_classes: await Payments.enrolledClasses(ctx),
    taught_classes: (await Classes.ofInstructor(ctx, actor.email)).rows,
    newsletter: await Newsletter.subscriptionOf(db, actor.email),
  }
}

/**
 * Deletes the account of whoever brings a proof, and has just shown that it is theirs: by the password, or by a sign-in of the
 * last minutes.
 * @throws Refusal NOT_CONFIRMED, LAST_ADMIN
 */
export async function leave(ctx: SystemContext, proof: Proof, password: string | null | undefined): Promise<number> {
  const { _id } = await Users.byEmail(ctx.db, proof.email)
  if (password) {
    if (!(await ctx.identity.hasPassword(proof.email, password))) throw new Refusal('NOT_CONFIRMED')
  } else if (Date.now() - proof.signedInAt > FRESH_SIGN_IN_MINUTES * 60_000) {
    throw new Refusal('NOT_CONFIRMED', 'Please log out and in again, and then delete your account.')
  }
  return remove(ctx, _id)
}

/**
 * Deletes a user, for themselves or (`actor`) for an admin. Payments and enrolments stay on record, an instructor’s classes
 * leave the catalogue. Should this be cut off before the end, the identity provider still knows them: they would be a new student.
 * @throws Refusal NOT_FOUND, NOT_ONESELF, LAST_ADMIN
 */
export async function remove(ctx: SystemContext, id: string, actor?: Actor): Promise<number> {
  const userId = idFrom(id)
  const user = await transaction(ctx.db, async (tx) => {
    await Classes.archiveOf(tx, userId)
    await Cart.forget(tx, userId)
    const removed = await Users.remove(tx, userId, actor)
    await Newsletter.forget(tx, removed.email)
    return removed
  })
  await ctx.identity.forget(user.email)
  if (user.role === 'instructor') ctx.catalogue.changed()
  return 1
}
