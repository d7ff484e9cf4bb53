/** The verbs on user records. */
import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import type { User, UserWithRoles } from '#contract/users.ts'
import type { Actor } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import type { TokenFacts } from '#server/identity/tokens.ts'
import { isId, orNotFound } from '#server/refusal.ts'
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

/** Ends the tokens that the user of an e-mail (in lower case) has been given so far. */
export async function endTokens(db: Database, email: string): Promise<void> {
  await db
    .update(users)
    .set({ tokensFrom: Date.now() })
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
}

/** Everyone who has a record and is not deleted, newest first. */
export async function list(db: Database): Promise<User[]> {
  const rows = await db.select().from(users).where(isNull(users.deletedAt)).orderBy(desc(users.createdAt), users.id)
  return rows.map(toUser)
}

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
