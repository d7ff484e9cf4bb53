/** Changes roles, with the consequences for the classes of an instructor. */
import type { Role } from '#contract/users.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import * as Invitations from '#server/domains/invitations/invitations.ts'
import * as Users from '#server/domains/users/users.ts'
import { parseId } from '#server/platform/app-error.ts'
import { changesCatalogue, inTransaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'

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
