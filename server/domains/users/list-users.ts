/** The list of users, for admins. */
import type { Readable } from 'node:stream'
import { and, count, inArray, type SQL } from 'drizzle-orm'
import type { ListedUser, UsersQuery } from '#contract/users.ts'
import type { Page } from '#contract/values/pagination.ts'
import { exportList, toIsoTime } from '#server/platform/csv-file.ts'
import { readByIds } from '#server/platform/database/batches.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { matchesText, orderBy, readPage } from '#server/platform/database/lists.ts'
import type { Context } from '#server/ports/context.ts'
import { users } from './users.table.ts'
import { isNotDeleted, toListedUser } from './users.ts'

const SORT_COLUMNS = { created_at: users.createdAt, name: users.name, email: users.email, role: users.role }

/** Returns the users that are not deleted, newest first by default. `q` searches name and e-mail. */
export async function list(db: Database, query: UsersQuery): Promise<Page<ListedUser>> {
  const isMatch = matchesList(query)
  const rows = db
    .select()
    .from(users)
    .where(isMatch)
    .orderBy(...orderBy(query, SORT_COLUMNS, users.id))
  const total = db.select({ all: count() }).from(users).where(isMatch)
  return readPage(query, rows.$dynamic(), toListedUser, () => readCount(db, total))
}

/** Returns the file of a list of users. */
export function exportUsers({ db }: Pick<Context, 'db'>, query: UsersQuery): Readable {
  return exportList(db, {
    columns: ['name', 'email', 'role', 'created_at', '_id'],
    read: (tx) => readAll(tx, query),
    toCells: (row) => ({ ...row, created_at: toIsoTime(row.created_at) }),
  })
}

function readAll(tx: Database, query: UsersQuery): AsyncGenerator<ListedUser[]> {
  const ids = tx
    .select({ id: users.id })
    .from(users)
    .where(matchesList(query))
    .orderBy(...orderBy(query, SORT_COLUMNS, users.id))
  return readByIds(tx, ids, async (batch) =>
    (await tx.select().from(users).where(inArray(users.id, batch))).map(toListedUser),
  )
}

function matchesList({ q }: UsersQuery): SQL | undefined {
  return and(isNotDeleted, matchesText(q, [users.name, users.email]))
}
