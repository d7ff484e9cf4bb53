/** Giving roles, with what follows from them for the classes of whoever teaches. */
import type { Role } from '#contract/users.ts'
import * as Cart from '#server/cart/cart.ts'
import * as Classes from '#server/classes/classes.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { idFrom } from '#server/refusal.ts'
import * as Users from '#server/users/users.ts'

/**
 * Gives a user a role. Answers 0 where they have it. The classes of an instructor who becomes a student again leave the catalogue
 * and come back when they teach again; who is enrolled keeps them. Class rows are locked first, as everywhere.
 * @throws Refusal NOT_FOUND, NOT_ONESELF, LAST_ADMIN, NOT_ALLOWED
 */
export async function giveRole(ctx: Context, id: string, role: Role): Promise<number> {
  const userId = idFrom(id)
  const changed = await transaction(ctx.db, async (tx) => {
    if (role === 'student') {
      await Classes.archiveOf(tx, userId)
      await Cart.dropTaughtBy(tx, userId)
    }
    if (role === 'instructor') await Classes.bringBack(tx, userId)
    return Users.setRole(tx, ctx.actor, userId, role)
  })
  if (changed) ctx.catalogue.changed()
  return changed ? 1 : 0
}
