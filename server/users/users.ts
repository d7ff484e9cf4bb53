/** The verbs on user records. */
import { and, count, eq, isNull, lte } from 'drizzle-orm'
import type { Page } from '#contract/pages.ts'
import type { ProfileChange, Role, User, UsersQuery, UserWithRoles } from '#contract/users.ts'
import * as Activity from '#server/activity/activity.ts'
import type { Actor, Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { havingWords, inOrder, readPage } from '#server/database/lists.ts'
import { transaction } from '#server/database/transaction.ts'
import type { TokenFacts } from '#server/identity/tokens.ts'
import { idFrom, isId, orNotFound, Refusal } from '#server/refusal.ts'
import { users } from './users.table.ts'

type Row = typeof users.$inferSelect

/** The living user that a token is of, as an actor; null where there is none, or the token was given before they ended it. */
export async function find(db: Database, { userId, issuedAt }: TokenFacts): Promise<Actor | null> {
  if (!isId(userId)) return null
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt), lte(users.tokensFrom, issuedAt)))
  return row ?? null
}

/** Whether the user of an id is here, and not deleted. */
export async function isHere(db: Database, id: string): Promise<boolean> {
  const here = and(eq(users.id, id), isNull(users.deletedAt))
  return (await db.select({ id: users.id }).from(users).where(here)).length === 1
}

/** Ends the tokens that the user of an e-mail (in lower case) has been given so far. */
export async function endTokens(db: Database, email: string): Promise<void> {
  await db
    .update(users)
    .set({ tokensFrom: Date.now() })
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
}

/** Everyone who has a record and is not deleted, newest first unless it is said; words are looked for in name and e-mail. */
export async function list(db: Database, query: UsersQuery): Promise<Page<User>> {
  const fitting = and(isNull(users.deletedAt), havingWords(query.q, [users.name, users.email]))
  const rows = db
    .select()
    .from(users)
    .where(fitting)
    .orderBy(...inOrder(query, SORTED_BY, users.id))
  return readPage(query, rows.$dynamic(), toUser, db.select({ all: count() }).from(users).where(fitting))
}

const SORTED_BY = { created_at: users.createdAt, name: users.name, email: users.email, role: users.role }

/** The user record of an e-mail (in lower case), with its role beside it. */
export async function byEmail(db: Database, email: string): Promise<UserWithRoles> {
  return withRoles(orNotFound(await rowOf(db, email)))
}

export interface NewUser {
  /** In lower case. */
  email: string
  name: string
  image: string | null
}

/** Makes the record of a new user, a student as of now. A known e-mail changes nothing and answers null. */
export async function create(db: Database, { email, name, image }: NewUser): Promise<string | null> {
  const [created] = await db
    .insert(users)
    .values({ email, name: name || nameFrom(email), image, createdAt: Date.now() })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return created?.id ?? null
}

/** The id of the record of an e-mail, made here where it is missing. */
export async function idOf(db: Database, user: NewUser): Promise<string> {
  const known = await rowOf(db, user.email)
  if (known) return known.id
  return (await create(db, user)) ?? orNotFound(await rowOf(db, user.email)).id
}

/** Changes the actor's own record; whoever takes their name away is called by their address. */
export async function changeProfile(ctx: Pick<Context, 'db' | 'actor' | 'catalogue'>, { name, image }: ProfileChange) {
  const { db, actor, catalogue } = ctx
  const changed = { name: name || nameFrom(actor.email), image: image || null }
  const written = await db.update(users).set(changed).where(eq(users.id, actor.id)).returning({ id: users.id })
  if (actor.role === 'instructor') catalogue.changed()
  return written.length
}

const DEED_OF = { student: 'made_student', instructor: 'made_instructor', admin: 'made_admin' } as const

/**
 * Gives a user a role. Answers whether they had another. Admins are changed under a lock, so that the last ones cannot remove
 * each other, and nobody acts as one any more who has been made another meanwhile.
 * @throws Refusal NOT_FOUND, NOT_ONESELF for an admin's own role, LAST_ADMIN, NOT_ALLOWED
 */
export async function setRole(tx: Database, actor: Actor, id: string, role: Role): Promise<boolean> {
  const admins = await lockAdmins(tx)
  refuseFormer(actor, admins)
  const user = await lock(tx, id)
  if (user.role === role) return false
  if (user.role === 'admin') refuseToLose(user, admins, actor)
  await tx.update(users).set({ role }).where(eq(users.id, user.id))
  await Activity.record(tx, actor, { deed: DEED_OF[role], subject: user.email, subjectId: user.id })
  return true
}

/**
 * Deletes a user's record: they are nobody from now on, and what they did stays on record.
 * @param actor the admin who asks, where it is not the user
 * @throws Refusal NOT_FOUND, NOT_ONESELF, LAST_ADMIN, NOT_ALLOWED
 */
export async function remove(tx: Database, id: string, actor?: Actor): Promise<Row> {
  const admins = await lockAdmins(tx)
  if (actor) refuseFormer(actor, admins)
  const user = await lock(tx, id)
  if (user.id === actor?.id) throw new Refusal('NOT_ONESELF', 'Your own account is deleted in your profile.')
  if (user.role === 'admin') refuseToLose(user, admins, actor)
  await tx.update(users).set({ deletedAt: Date.now(), image: null }).where(eq(users.id, user.id))
  if (actor) await Activity.record(tx, actor, { deed: 'user_deleted', subject: user.email, subjectId: user.id })
  return user
}

/** Makes the user of an e-mail an admin, whoever asks: for the school's operator. Answers 0 where they are one. */
export async function makeFirstAdmin(db: Database, email: string): Promise<number> {
  const { id, role } = orNotFound(await rowOf(db, email))
  if (role === 'admin') return 0
  await transaction(db, async (tx) => {
    await tx.update(users).set({ role: 'admin' }).where(eq(users.id, id))
    await Activity.record(tx, null, { deed: 'made_admin', subject: email, subjectId: id })
  })
  return 1
}

/** All admins, in the order in which everybody locks them. One who was demoted meanwhile is not among them. */
async function lockAdmins(tx: Database): Promise<Row[]> {
  const living = and(eq(users.role, 'admin'), isNull(users.deletedAt))
  return tx.select().from(users).where(living).orderBy(users.id).for('update')
}

async function lock(tx: Database, id: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, idFrom(id)), isNull(users.deletedAt)))
    .for('update')
  return orNotFound(row)
}

/** Between the check of the call and the lock, another admin may have been quicker. */
function refuseFormer(actor: Actor, admins: Row[]): void {
  if (!admins.some(({ id }) => id === actor.id)) throw new Refusal('NOT_ALLOWED')
}

function refuseToLose(admin: Row, admins: Row[], actor: Actor | undefined): void {
  if (admin.id === actor?.id) throw new Refusal('NOT_ONESELF')
  if (admins.length === 1) throw new Refusal('LAST_ADMIN')
}

async function rowOf(db: Database, email: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  return row
}

/** Whoever gives no name is greeted by the first part of their address. */
function nameFrom(email: string): string {
  return email.slice(0, email.indexOf('@'))
}

function toUser({ id, name, email, image, role, createdAt }: Row): User {
  return { _id: id, name, email, image, role, created_at: createdAt }
}

function withRoles(row: Row): UserWithRoles {
  return {
    ...toUser(row),
    student: { student: row.role === 'student' },
    instructor: { instructor: row.role === 'instructor' },
    admin: { admin: row.role === 'admin' },
  }
}
