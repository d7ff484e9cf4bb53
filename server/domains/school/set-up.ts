/** Whether the school is set up. Until it is, visitors see no pages, and no one can register. Docs: docs/decisions/0024. */
import { and, exists, notLike, sql } from 'drizzle-orm'
import { users } from '#server/domains/users/users.table.ts'
import { isNotDeleted } from '#server/domains/users/users.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { DEMO_DOMAIN } from '#server/settings/demo.ts'
import { isSchool, school } from './school.table.ts'

/** Matches users other than the demo's people. */
export const isNotOfDemo = and(notLike(users.email, `%@${DEMO_DOMAIN}`), notLike(users.email, `%.${DEMO_DOMAIN}`))

/** Returns whether an owner has set up the school, or it has users other than the demo's. */
export async function isSetUp(db: Database): Promise<boolean> {
  const realUsers = db.select({ one: sql`1` }).from(users).where(and(isNotDeleted, isNotOfDemo))
  const [row] = await db
    .select({ isSetUp: sql<boolean>`${school.setUpAt} is not null or ${exists(realUsers)}` })
    .from(school)
    .where(isSchool)
  return must(row).isSetUp
}
