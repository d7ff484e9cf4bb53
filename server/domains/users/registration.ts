/** Rules of registration, and the records of new users. */
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Role } from '#contract/users.ts'
import { invitations } from '#server/domains/invitations/invitations.table.ts'
import { currentTerms } from '#server/domains/pages/pages.table.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { users } from './users.table.ts'
import { deriveName, isNotDeleted, readByEmail } from './users.ts'

export interface NewUser {
  email: string
  name: string
  image: string | null
  /** The identity that the record belongs to. */
  identityId: string
  emailConfirmed: boolean
  /** True if the name and image of the registration are still to come. */
  isProvisional?: boolean
}

/**
 * Returns whether an e-mail may register: everybody may, or the school has invited it, or it has a record that waits for its owner.
 */
export async function mayRegister({ db, school }: Pick<Context, 'db' | 'school'>, email: string): Promise<boolean> {
  return school.current.sign_up === 'open' || (await readByEmail(db, email)) !== undefined || isInvited(db, email)
}

/** An invitation ends when its inviter is no longer an admin. */
async function isInvited(db: Database, email: string): Promise<boolean> {
  const isOpen = and(eq(invitations.email, email), gt(invitations.expiresAt, Date.now()))
  return (await db.select({ id: invitations.id }).from(invitations).where(isOpen)).length > 0
}

/**
 * Creates the record of a new student, with the version of the terms that they agree to. Returns its id, or null where the e-mail already has a record.
 * @throws AppError SIGN_UP_CLOSED, EMAIL_NOT_CONFIRMED where the school is open to invited addresses only
 */
export async function create(ctx: Pick<Context, 'db' | 'school'>, user: NewUser): Promise<string | null> {
  if (!(await mayRegister(ctx, user.email))) throw new AppError('SIGN_UP_CLOSED')
  const { db, school } = ctx
  const isForInvited = school.current.sign_up === 'invitation' && !(await readByEmail(db, user.email))
  if (isForInvited && !user.emailConfirmed) throw new AppError('EMAIL_NOT_CONFIRMED')
  const { name, ...values } = user
  const [created] = await db
    .insert(users)
    .values({ ...values, name: name || deriveName(user.email), createdAt: Date.now(), termsVersion: currentTerms })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return created?.id ?? null
}

/** Creates the record of a user whom the operator or an admin has invited in a role. The e-mail has no record. */
export async function createWithRole(
  tx: Transaction,
  user: Pick<NewUser, 'email' | 'name' | 'identityId' | 'emailConfirmed'>,
  role: Role,
): Promise<typeof users.$inferSelect> {
  const [created] = await tx
    .insert(users)
    .values({ ...user, role, createdAt: Date.now(), termsVersion: currentTerms })
    .returning()
  return must(created)
}

/** Creates a record without an identity, which the first identity with this confirmed address claims. The e-mail has no record. */
export async function createUnclaimed(tx: Transaction, email: string, role: Role): Promise<typeof users.$inferSelect> {
  const values = { email, name: deriveName(email), role, createdAt: Date.now() }
  const [created] = await tx.insert(users).values(values).returning()
  return must(created)
}

/** Names a record whose owner has just claimed it. */
export async function rename(tx: Transaction, id: string, name: string): Promise<void> {
  await tx
    .update(users)
    .set({ name: sql`coalesce(nullif(${name}, ''), ${users.name})` })
    .where(eq(users.id, id))
}

/** Completes the record that a token exchange has made, once. Returns its id, or null where there is none of this identity. */
export async function complete(db: Database, user: NewUser): Promise<string | null> {
  const { name, image, identityId, email } = user
  const isProvisional = and(eq(users.isProvisional, true), eq(users.role, 'student'))
  const [completed] = await db
    .update(users)
    .set({ name: name || deriveName(email), image, isProvisional: false })
    .where(and(eq(users.identityId, identityId), isProvisional, isNotDeleted))
    .returning({ id: users.id })
  return completed?.id ?? null
}

/**
 * Returns the record of an e-mail, or creates one that waits for its owner: only a confirmed address claims it.
 * @throws AppError SIGN_UP_CLOSED where there is none, and the school is open to invited addresses only
 */
export async function findOrCreate(
  { school }: Pick<Context, 'school'>,
  tx: Transaction,
  { email, name }: Pick<NewUser, 'email' | 'name'>,
): Promise<string> {
  const known = await readByEmail(tx, email)
  if (known) return known.id
  if (!(await mayRegister({ db: tx, school }, email))) throw new AppError('SIGN_UP_CLOSED')
  await tx.insert(users).values({ email, name, createdAt: Date.now() }).onConflictDoNothing()
  // Another registration of the address may have been faster.
  return must(await readByEmail(tx, email)).id
}
