/** The address of a record, which its identity leads to. */
import { and, eq } from 'drizzle-orm'
import * as Activity from '#server/domains/activity/activity.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import {
  changesCatalogue,
  inTransaction,
  isUniqueViolation,
  type Transaction,
} from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import type { Proof } from '#server/ports/identity-provider.ts'
import { users } from './users.table.ts'
import { isNotDeleted, lock, type UserRow } from './users.ts'

/** Gives the record of an identity the address that the provider now reports as confirmed. Returns its id, or null without a record. */
export async function followAddress(
  ctx: Pick<Context, 'db' | 'catalogue' | 'offerSeats'>,
  proof: Proof,
): Promise<string | null> {
  const row = proof.emailConfirmed ? await readByIdentity(ctx.db, proof.identityId) : undefined
  if (!row) return null
  return inTransaction(ctx, async (tx) => {
    const { id, email } = await lock(tx, row.id)
    await changeEmail(tx, id, proof.email)
    const changes = [{ field: 'Email', from: email, to: proof.email }]
    await Activity.record(tx, { id }, { action: 'address_changed', subject: proof.email, subjectId: id, changes })
    return id
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('IDENTITY_CONFLICT') : error
  })
}

/** Returns the record that is bound to an identity. */
export async function readByIdentity(db: Database, identityId: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.identityId, identityId), isNotDeleted))
  return row
}

/**
 * Gives a record another address that its owner has confirmed. Everything that refers to the record stays; payments keep their copy. The
 * caller has locked the record.
 */
export async function changeEmail(tx: Transaction, id: string, email: string): Promise<void> {
  const isIt = eq(users.id, id)
  const [changed] = await tx
    .update(users)
    .set({ email, emailConfirmed: true })
    .where(isIt)
    .returning({ role: users.role })
  if (changed?.role === 'instructor') changesCatalogue(tx)
}
