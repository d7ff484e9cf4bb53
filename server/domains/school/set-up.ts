/** Reads if the school is open, and if its set-up is still to come. Docs: docs/decisions/0024. */
import { and, eq, exists, notLike, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/domains/users/users.table.ts'
import { isNotDeleted } from '#server/domains/users/users.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { DEMO_DOMAIN } from '#server/settings/demo.ts'
import { isSchool, school } from './school.table.ts'

/** Matches users other than the demo's people. */
export const isNotOfDemo = and(notLike(users.email, `%@${DEMO_DOMAIN}`), notLike(users.email, `%.${DEMO_DOMAIN}`))

/** Returns whether the school is open to visitors: an owner has set it up, or it has users other than the demo's. */
export function isOpen(db: Database): Promise<boolean> {
  return isSetUpOrHas(db, undefined)
}

/** Returns whether the school has an owner: one has set it up, or it has an admin other than the demo's. */
export function hasOwner(db: Database): Promise<boolean> {
  return isSetUpOrHas(db, eq(users.role, 'admin'))
}

async function isSetUpOrHas(db: Database, condition: SQL | undefined): Promise<boolean> {
  const realUsers = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(isNotDeleted, isNotOfDemo, condition))
  const [row] = await db
    .select({ isSo: sql<boolean>`${school.setUpAt} is not null or ${exists(realUsers)}` })
    .from(school)
    .where(isSchool)
  return must(row).isSo
}
