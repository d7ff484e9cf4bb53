/** Binds user records to identities: who may claim which record. Docs: docs/decisions/0015. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { currentTerms } from '#server/domains/pages/pages.table.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isUniqueViolation, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import type { Proof } from '#server/ports/identity-provider.ts'
import { followAddress } from './addresses.ts'
import { create } from './registration.ts'
import { users } from './users.table.ts'
import { isNotDeleted, readByEmail } from './users.ts'

type Row = typeof users.$inferSelect

/**
 * Returns the id of the record that belongs to a proof's identity, and creates the record where it is missing.
 * @throws AppError EMAIL_NOT_CONFIRMED, IDENTITY_CONFLICT, SIGN_UP_CLOSED
 */
export async function findOrCreate(
  ctx: Pick<Context, 'db' | 'identity' | 'catalogue' | 'offerSeats' | 'school'>,
  proof: Proof,
): Promise<string> {
  const { email, name, image, identityId, emailConfirmed } = proof
  const user = { email, name, image, identityId, emailConfirmed, isProvisional: true }
  const id = (await claim(ctx, proof)) ?? (await create(ctx, user)) ?? (await claim(ctx, proof))
  if (!id) throw new AppError('IDENTITY_CONFLICT')
  return id
}

/**
 * Returns the id of the record that belongs to a proof's identity, or null where its e-mail has no record. A confirmed e-mail
 * claims a record that has no identity, or one of a provider from before, or one that has never confirmed it.
 * @throws AppError EMAIL_NOT_CONFIRMED, IDENTITY_CONFLICT
 */
export async function claim(
  ctx: Pick<Context, 'db' | 'identity' | 'catalogue' | 'offerSeats'>,
  proof: Proof,
): Promise<string | null> {
  const { db, identity } = ctx
  // Each round that does not return has lost to another claim, which the next round reads.
  for (;;) {
    const row = await readByEmail(db, proof.email)
    if (!row) return identity.features.emailChanges ? null : followAddress(ctx, proof)
    if (row.identityId === proof.identityId) {
      await followProvider({ db, identity }, row, proof)
      return row.id
    }
    if (!proof.emailConfirmed) throw new AppError('EMAIL_NOT_CONFIRMED')
    // An address may be given to someone else after its owner has confirmed it, so that only the identity tells who a person is.
    const isKept = row.emailConfirmed || row.role === 'admin'
    if (row.identityId && isKept && (await identity.isOwn(row.identityId))) throw new AppError('IDENTITY_CONFLICT')
    // A record that waited has the name of an import or of an address. Its owner has typed another.
    await bind(db, row, proof.identityId, row.identityId === null ? proof.name : '').catch((error: unknown) => {
      // The identity has a record under another e-mail.
      throw isUniqueViolation(error) ? new AppError('IDENTITY_CONFLICT') : error
    })
  }
}

/**
 * Notes that the owner of the record's identity has confirmed the e-mail. Another person may have registered the address, so only this
 * sign-in continues. Access tokens end too, as they do where the provider has revoked sign-ins.
 */
async function followProvider({ db, identity }: Pick<Context, 'db' | 'identity'>, row: Row, proof: Proof) {
  const isNewlyConfirmed = proof.emailConfirmed && !row.emailConfirmed
  if (isNewlyConfirmed && proof.sessionId !== null) await identity.endOtherSessions(proof)
  const endsBefore = Math.max(proof.validSince, isNewlyConfirmed ? proof.signedInAt : 0)
  // The provider's clock may be ahead, which must not end the token that follows.
  const tokensFrom = Math.max(row.tokensFrom, Math.min(endsBefore, Date.now()))
  if (!isNewlyConfirmed && tokensFrom === row.tokensFrom) return
  const isUnchanged = and(eq(users.id, row.id), isNotDeleted, eq(users.identityId, proof.identityId))
  const emailConfirmed = row.emailConfirmed || proof.emailConfirmed
  await db
    .update(users)
    .set({ emailConfirmed, tokensFrom: sql`greatest(${users.tokensFrom}, ${tokensFrom}::bigint)` })
    .where(isUnchanged)
}

/** Notes that the owner of an identity has confirmed the e-mail. */
export async function confirmEmail(db: Database, identityId: string): Promise<void> {
  const isOwnRecord = and(eq(users.identityId, identityId), isNotDeleted)
  await db.update(users).set({ emailConfirmed: true }).where(isOwnRecord)
}

/**
 * Binds a record to an identity with a confirmed e-mail, unless its binding has changed since it was read. The owner of a record that
 * waited for them registers with it, and agrees to the terms. Rebinding revokes the earlier owner's tokens.
 * @param name of the owner; empty to leave that of the record
 */
export async function bind(
  db: Database,
  row: Pick<Row, 'id' | 'identityId' | 'tokensFrom'>,
  identityId: string,
  name = '',
) {
  const isUnchanged = row.identityId ? eq(users.identityId, row.identityId) : isNull(users.identityId)
  const tokensFrom = row.identityId ? Date.now() : row.tokensFrom
  const termsVersion = sql<number>`coalesce(${users.termsVersion}, ${currentTerms})`
  await db
    .update(users)
    .set({ identityId, emailConfirmed: true, tokensFrom, termsVersion, ...(name && { name }) })
    .where(and(eq(users.id, row.id), isNotDeleted, isUnchanged))
}

/** Unbinds the records of identities whose e-mails are no longer confirmed, and revokes their tokens. */
export async function unbind(tx: Transaction, identityIds: string[]): Promise<void> {
  await tx
    .update(users)
    .set({ identityId: null, emailConfirmed: false, tokensFrom: Date.now() })
    .where(and(inArray(users.identityId, identityIds), isNotDeleted))
}

/** Revokes the tokens that the owners of identities have been issued so far. */
export async function revokeTokens(tx: Transaction, identityIds: string[]): Promise<void> {
  await tx.update(users).set({ tokensFrom: Date.now() }).where(inArray(users.identityId, identityIds))
}
