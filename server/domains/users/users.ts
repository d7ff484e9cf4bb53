/** The verbs on user records. E-mails are in lower case. */
import { and, eq, isNotNull, isNull, lte, not } from 'drizzle-orm'
import type { ListedUser, ProfileChange, Role, User, UserWithRoles } from '#contract/users.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { AppError, isId, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import {
  changesCatalogue,
  inTransaction,
  type Transaction,
  transaction,
} from '#server/platform/database/transaction.ts'
import { composeGreeting, type Greeting } from '#server/platform/mail/email-message.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import type { TokenClaims } from './tokens.ts'
import { users } from './users.table.ts'

type Row = typeof users.$inferSelect
type Identified = Pick<Row, 'identityId' | 'emailConfirmed'>
type Addressed = Identified & Pick<Row, 'name' | 'email'>

export type { Row as UserRow }

/** Matches records whose users have not left. */
export const isNotDeleted = isNull(users.deletedAt)

/** Matches the instructors whom visitors see. */
export const isInstructor = and(eq(users.role, 'instructor'), isNotDeleted)

/** Returns the user of a token as an actor, or null for a deleted user and for a token that was revoked or whose session has ended. */
export async function find(
  { db, identity }: Pick<Context, 'db' | 'identity'>,
  { userId, issuedAt, sessionId }: TokenClaims,
): Promise<Actor | null> {
  if (!isId(userId)) return null
  const hasSession = sessionId === null ? undefined : identity.hasSession(users.identityId, sessionId)
  const { id, email, name, image, role, emailConfirmed, identityId } = users
  const [actor] = await db
    .select({ id, email, name, image, role, emailConfirmed, identityId })
    .from(users)
    .where(and(eq(id, userId), isNotDeleted, lte(users.tokensFrom, issuedAt), hasSession))
  return actor ?? null
}

/** Returns the present role of a user; null for one who is deleted or unknown. */
export async function readRole(db: Database, id: string): Promise<Role | null> {
  const [user] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, id), isNotDeleted))
  return user?.role ?? null
}

/** Returns whether a user exists, is not deleted, and is an admin. */
export async function isAdmin(db: Database, id: string): Promise<boolean> {
  const isUser = and(eq(users.id, id), isNotDeleted, eq(users.role, 'admin'))
  return (await db.select({ id: users.id }).from(users).where(isUser)).length === 1
}

/** Returns the user of an e-mail. @throws AppError NOT_FOUND */
export async function getByEmail(db: Database, email: string): Promise<UserWithRoles> {
  return withRoles(orNotFound(await readByEmail(db, email)))
}

/** Changes the actor's own record. A blank name becomes the first part of the e-mail. Returns 1. */
export async function changeProfile(
  ctx: Pick<Context, 'db' | 'actor' | 'catalogue' | 'offerSeats'>,
  { name, image, phone }: ProfileChange,
): Promise<number> {
  const { actor } = ctx
  const values = { name: name || deriveName(actor.email), image: image || null, isProvisional: false }
  const number = phone === undefined ? {} : { phone: phone || null }
  return inTransaction(ctx, async (tx) => {
    const changed = await tx
      .update(users)
      .set({ ...values, ...number })
      .where(eq(users.id, actor.id))
      .returning({ id: users.id })
    if (actor.role === 'instructor') changesCatalogue(tx)
    return changed.length
  })
}

/** Gives a user a photo, and returns the URL of the former one. @throws AppError NOT_FOUND */
export async function setPhoto(tx: Transaction, id: string, image: string): Promise<string | null> {
  const user = await lock(tx, id)
  await tx.update(users).set({ image }).where(eq(users.id, user.id))
  if (user.role === 'instructor') changesCatalogue(tx)
  return user.image
}

/** Gives a user the role of an invitation. The caller has locked the record. */
export async function grantRole(tx: Transaction, id: string, role: Role): Promise<void> {
  await tx.update(users).set({ role }).where(eq(users.id, id))
}

const ACTION_BY_ROLE = { student: 'made_student', instructor: 'made_instructor', admin: 'made_admin' } as const

/**
 * Gives a user a role, and returns whether the role is new. It locks all admins, so that the last two cannot demote each other,
 * and an actor who was demoted in the meantime is refused.
 * @throws AppError NOT_FOUND, NOT_ONESELF for an admin's own role, LAST_ADMIN, NOT_ALLOWED, EMAIL_NOT_CONFIRMED for a new admin
 */
export async function setRole(tx: Transaction, actor: Actor, id: string, role: Role): Promise<boolean> {
  const admins = await lockAdmins(tx)
  requireAdmin(actor, admins)
  const user = await lock(tx, id)
  if (user.role === role) return false
  if (role === 'admin') requireConfirmed(user)
  if (user.role === 'admin') requireOtherAdmin(user, admins, actor)
  await tx.update(users).set({ role }).where(eq(users.id, user.id))
  await Activity.record(tx, actor, { action: ACTION_BY_ROLE[role], subject: user.email, subjectId: user.id })
  return true
}

/**
 * Locks a user for a change of the address or the sign-in by an admin, which would let its owner in to another admin's account.
 * @throws AppError NOT_FOUND, NOT_ONESELF, ADMIN_ACCOUNT, NOT_ALLOWED
 */
export async function lockForAdmin(tx: Transaction, actor: Actor, id: string): Promise<Row> {
  requireAdmin(actor, await lockAdmins(tx))
  const user = await lock(tx, id)
  if (user.id === actor.id) throw new AppError('NOT_ONESELF')
  if (user.role === 'admin') throw new AppError('ADMIN_ACCOUNT')
  return user
}

/**
 * Marks a user's record as deleted. The record stays, because payments refer to it. Returns it.
 * @param actor the admin who deletes the user; absent for users who delete their own account
 * @throws AppError NOT_FOUND, NOT_ONESELF, LAST_ADMIN, NOT_ALLOWED
 */
export async function remove(tx: Transaction, id: string, actor?: Actor): Promise<Row> {
  const admins = await lockAdmins(tx)
  if (actor) requireAdmin(actor, admins)
  const user = await lock(tx, id)
  if (user.id === actor?.id) throw new AppError('NOT_ONESELF', 'Delete your own account in your profile.')
  if (user.role === 'admin') requireOtherAdmin(user, admins, actor)
  await tx.update(users).set({ deletedAt: Date.now(), image: null, phone: null }).where(eq(users.id, user.id))
  if (actor) await Activity.record(tx, actor, { action: 'user_deleted', subject: user.email, subjectId: user.id })
  return user
}

/**
 * Makes a user an admin, without an actor, for the operator. Returns 0 where the user already is one.
 * @throws AppError NOT_FOUND, EMAIL_NOT_CONFIRMED
 */
export async function makeFirstAdmin(db: Database, email: string): Promise<number> {
  return transaction(db, async (tx) => {
    const user = orNotFound(await readByEmail(tx, email))
    if (user.role === 'admin') return 0
    requireConfirmed(user)
    await tx.update(users).set({ role: 'admin' }).where(eq(users.id, user.id))
    await Activity.record(tx, null, { action: 'made_admin', subject: email, subjectId: user.id })
    return 1
  })
}

/** Locks all admins, in one order for every caller. A concurrent demotion is visible in the result. */
async function lockAdmins(tx: Transaction): Promise<Row[]> {
  const isAdmin = and(eq(users.role, 'admin'), isNotDeleted)
  return tx.select().from(users).where(isAdmin).orderBy(users.id).for('update')
}

/** Locks a user until the transaction ends. @throws AppError NOT_FOUND */
export async function lock(tx: Transaction, id: string): Promise<Row> {
  const isUser = and(eq(users.id, parseId(id)), isNotDeleted)
  const [row] = await tx.select().from(users).where(isUser).for('update')
  return orNotFound(row)
}

/** The request was authorized before the lock, so another admin may have demoted the actor since. */
function requireAdmin(actor: Actor, admins: Row[]): void {
  if (!admins.some(({ id }) => id === actor.id)) throw new AppError('NOT_ALLOWED')
}

const UNCONFIRMED = 'This user has not confirmed their e-mail address. Ask them to open the link in our e-mail.'

/**
 * An unconfirmed address may be another person's than the one who registered it, so it becomes no admin and gets no place for nothing.
 * @throws AppError EMAIL_NOT_CONFIRMED
 */
export function requireConfirmed(user: Identified): void {
  if (isUnconfirmed(user)) throw new AppError('EMAIL_NOT_CONFIRMED', UNCONFIRMED)
}

/** A record without an identity is claimed by a confirmed address only, so it does not count as unconfirmed. */
function isUnconfirmed({ identityId, emailConfirmed }: Identified): boolean {
  return identityId !== null && !emailConfirmed
}

/** The same for rows. */
export const matchesUnconfirmed = and(isNotNull(users.identityId), not(users.emailConfirmed))

/** Returns whether a record has this role and no identity, so that an invitation may bring its owner. */
export function isWaiting(user: Row, role: Role): boolean {
  return user.identityId === null && user.role === role
}

function requireOtherAdmin(admin: Row, admins: Row[], actor: Actor | undefined): void {
  if (admin.id === actor?.id) throw new AppError('NOT_ONESELF')
  if (admins.length === 1) throw new AppError('LAST_ADMIN')
}

/** Returns the version of the terms that the actor has agreed to, or null. */
export async function readTermsVersion({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<number | null> {
  const [row] = await db.select({ version: users.termsVersion }).from(users).where(eq(users.id, actor.id))
  return row?.version ?? null
}

/** Returns the record of an e-mail. */
export async function readByEmail(db: Database, email: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNotDeleted))
  return row
}

/** Returns the record of an id. Records of users stay when users are deleted. */
export async function read(db: Database, id: string): Promise<Row> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return must(user)
}

/** The same for a user who gets a place: it waits for a deletion of the account under way, and makes a later one wait. */
export async function readToEnroll(tx: Transaction, userId: string): Promise<NewStudent> {
  const [user] = await lockStudent(tx, { userId })
  return must(user)
}

const lockStudent = prepare<{ userId: string }>()((db, value) => {
  const { id, name, email, emailConfirmed, identityId, deletedAt } = users
  const columns = { id, name, email, emailConfirmed, identityId, deletedAt }
  return db
    .select(columns)
    .from(users)
    .where(eq(id, value('userId')))
    .for('key share')
})

export type NewStudent = Addressed & Pick<Row, 'id' | 'deletedAt'>

/** Returns the greeting of an e-mail to the user of an id. */
export async function readGreeting(db: Database, id: string): Promise<Greeting> {
  return greet(await read(db, id))
}

/** Returns the greeting of an e-mail to a user. */
export function greet(user: Addressed): Greeting {
  return composeGreeting(user, !isUnconfirmed(user))
}

/** The recipient of an e-mail. An unconfirmed address may belong to another person, who must not read links of online runs. */
export interface Recipient {
  email: string
  greeting: Greeting
  isConfirmed: boolean
}

/** Returns a user as the recipient of an e-mail. */
export function toRecipient(user: Addressed): Recipient {
  return { email: user.email, greeting: greet(user), isConfirmed: !isUnconfirmed(user) }
}

/** Returns the first part of an e-mail, for users without a name. */
export function deriveName(email: string): string {
  return email.slice(0, email.indexOf('@'))
}

function toUser({ id, name, email, image, role, createdAt }: Row): User {
  return { _id: id, name, email, image, role, created_at: createdAt }
}

/** Returns a record as admins see it. */
export function toListedUser(row: Row): ListedUser {
  return { ...toUser(row), email_unconfirmed: isUnconfirmed(row) }
}

function withRoles(row: Row): UserWithRoles {
  return {
    ...toUser(row),
    phone: row.phone,
    student: { student: row.role === 'student' },
    instructor: { instructor: row.role === 'instructor' },
    admin: { admin: row.role === 'admin' },
  }
}
