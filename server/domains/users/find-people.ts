/** Finds users for the search of admins. */
import { and, desc } from 'drizzle-orm'
import type { FoundPerson } from '#contract/search.ts'
import type { Database } from '#server/platform/database/database.ts'
import { beginningFirst, MAX_MATCHES, matchesText } from '#server/platform/database/lists.ts'
import { users } from './users.table.ts'
import { isNotDeleted } from './users.ts'

/** Returns users whose name or e-mail contains a text; first those that begin with it, then the newest. */
export async function findPeople(db: Database, text: string, limit: number): Promise<FoundPerson[]> {
  const { id: _id, name, email, role, createdAt } = users
  const matches = db
    .select({ _id, name, email, role, createdAt })
    .from(users)
    .where(and(isNotDeleted, matchesText(text, [name, email])))
    .limit(MAX_MATCHES)
    .as('matches')
  const order = [beginningFirst(text, [matches.name, matches.email]), desc(matches.createdAt), matches._id]
  const rows = await db
    .select()
    .from(matches)
    .orderBy(...order)
    .limit(limit)
  return rows.map(({ createdAt: _createdAt, ...person }) => person)
}
