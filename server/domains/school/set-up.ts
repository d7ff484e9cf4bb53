/** Whether the school is set up. Until it is, visitors see no pages, and no one can register. Docs: docs/decisions/0024. */
import { and, exists, like, not, or, sql } from 'drizzle-orm'
import { users } from '#server/domains/users/users.table.ts'
import { isNotDeleted } from '#server/domains/users/users.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { DEMO_DOMAIN } from '#server/settings/demo.ts'
import { isSchool, school } from './school.table.ts'

const isOfDemo = or(like(users.email, `%@${DEMO_DOMAIN}`), like(users.email, `%.${DEMO_DOMAIN}`))

/** Returns whether an owner has set up the school, or it has users other than the demo's. */
export async function isSetUp(db: Database): Promise<boolean> {
  const realUsers = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(isNotDeleted, not(isOfDemo ?? sql`false`)))
  const [row] = await db
    .select({ isSetUp: sql<boolean>`${school.setUpAt} is not null or ${exists(realUsers)}` })
    .from(school)
    .where(isSchool)
  return must(row).isSetUp
}
