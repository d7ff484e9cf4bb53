/** Checks rows that become user records. */
import { and, inArray } from 'drizzle-orm'
import { Role } from '#contract/values/role.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isNotDeleted } from '#server/domains/users/users.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { CheckContext, CheckedRow, StagedRow } from './checked-rows.ts'
import { type Person, readPerson } from './people.ts'
import { RowReader } from './row-reader.ts'

const ROLES = Role.exclude(['admin'])

/** Each e-mail address counts once, and only where it has no record yet. */
export async function checkUsers(check: CheckContext, rows: StagedRow[]): Promise<CheckedRow[]> {
  const parsed = rows.map((row) => ({ ...row, ...readUser(check, row) }))
  const emails = parsed.flatMap(({ user }) => user?.email ?? [])
  const existing = await findEmails(check.tx, emails)
  const firstRows = new Map((await check.readEarlier(emails)).map(({ key, row }) => [key, row]))
  return parsed.map(({ row, user, problem }): CheckedRow => {
    if (!user) return { row, outcome: 'invalid', problem }
    const { email } = user
    if (existing.has(email))
      return { row, outcome: 'existing', problem: `${email} has an account already. It stays as it is.` }
    const first = firstRows.get(email)
    if (first !== undefined) return { row, outcome: 'duplicate', problem: `Row ${first} has ${email} already.` }
    firstRows.set(email, row)
    return { row, outcome: 'ready', problem: null, key: email, data: user }
  })
}

function readUser(
  { match, columns }: CheckContext,
  { cells }: StagedRow,
): { user: (Person & { role: string }) | null; problem: string | null } {
  const reader = new RowReader(match, cells, columns)
  const person = readPerson(reader)
  const role = readRole(reader)
  const { problem } = reader
  return { user: person && role && problem === null ? { ...person, role } : null, problem }
}

function readRole(reader: RowReader): string | null {
  const text = reader.text('role').toLowerCase()
  if (text === 'admin') return reader.report('role', 'is admin. An import makes no admins: invite them instead.')
  const { data } = ROLES.safeParse(text)
  return data ?? reader.report('role', `is not student or instructor: “${text.slice(0, 60).toWellFormed()}”.`)
}

/** Returns those of the addresses that have a record. */
async function findEmails(tx: Transaction, emails: string[]): Promise<Set<string>> {
  const { email } = users
  const rows = await tx
    .select({ email })
    .from(users)
    .where(and(inArray(email, emails), isNotDeleted))
  return new Set(rows.map((row) => row.email))
}
