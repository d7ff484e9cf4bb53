/** Finds classes of every status for the search of admins. */
import { and, desc, eq } from 'drizzle-orm'
import type { FoundClass } from '#contract/search.ts'
import { users } from '#server/domains/users/users.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { classes, isNotDeleted } from '../classes.table.ts'
import { classSearch } from './class-search.table.ts'
import { matchText } from './text-match.ts'

/** Returns the classes that match a text best, also by similar words. */
export async function findClasses(db: Database, text: string, limit: number): Promise<FoundClass[]> {
  const match = await matchText({ db }, text, isNotDeleted)
  if (!match) return []
  return db
    .select({ _id: classes.id, className: classes.name, instructorName: users.name, status: classes.status })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .innerJoin(classSearch, eq(classSearch.classId, classes.id))
    .where(and(isNotDeleted, match.condition))
    .orderBy(desc(match.rank), desc(classes.createdAt), classes.id)
    .limit(limit)
}
