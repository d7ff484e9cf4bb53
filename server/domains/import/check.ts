/** Checks the rows of an import in steps. Each step continues after the rows that are checked, in any process. */

import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Import } from '#contract/import.ts'
import { foldLetters } from '#contract/values/fold.ts'
import { MAX_RUNS } from '#contract/values/limits.ts'
import { Role } from '#contract/values/role.ts'
import { classes, isNotDeleted } from '#server/domains/classes/classes.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { must } from '#server/platform/app-error.ts'
import { fold } from '#server/platform/database/lists.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { checkEnrolments } from './check-enrolments.ts'
import type { CheckContext, CheckedRow, StagedRow } from './checked-rows.ts'
import { type ClassCells, readClass } from './class-cells.ts'
import { importRows, imports } from './import.table.ts'
import { get, lock } from './imports.ts'
import { type Person, readPerson } from './people.ts'
import { RowReader } from './row-reader.ts'

const STEP_ROWS = 1_000

/** A call goes on for this time, so that a long file takes few calls and no call takes long. */
const CALL_MS = 400

const CHECKS = { users: checkUsers, classes: checkClasses, enrolments: checkEnrolments }

/** Checks the next rows of an import that is being checked. @throws AppError NOT_FOUND */
export async function check(ctx: Context, id: string): Promise<Import> {
  const end = performance.now() + CALL_MS
  let isChecking = true
  while (isChecking && performance.now() < end) isChecking = await inTransaction(ctx, (tx) => checkStep(ctx, tx, id))
  return get(ctx, id)
}

/** Returns whether rows are left. */
async function checkStep(ctx: Context, tx: Transaction, id: string): Promise<boolean> {
  const record = await lock(tx, id)
  if (record.status !== 'checking') return false
  const isNext = and(eq(importRows.importId, record.id), gt(importRows.row, record.checkedTo))
  const { row, cells } = importRows
  const rows = await tx.select({ row, cells }).from(importRows).where(isNext).orderBy(asc(row)).limit(STEP_ROWS)
  const last = rows.at(-1)
  if (last) {
    const match = must(record.match)
    const readers = createReaders(tx, record.id, rows[0]?.row ?? 0)
    const checked = await CHECKS[match.kind]({ ctx, tx, match, columns: record.headers.length, ...readers }, rows)
    await save(tx, record.id, checked)
  }
  const checkedRows = record.checked + rows.length
  const isDone = checkedRows >= record.rows
  const progress = { checked: checkedRows, checkedTo: last?.row ?? record.checkedTo, updatedAt: Date.now() }
  const status = isDone ? 'checked' : 'checking'
  await tx
    .update(imports)
    .set({ ...progress, status })
    .where(eq(imports.id, record.id))
  return !isDone
}

function createReaders(tx: Transaction, id: string, first: number): Pick<CheckContext, 'readEarlier' | 'countEarlier'> {
  const isEarlier = and(eq(importRows.importId, id), eq(importRows.outcome, 'ready'), lt(importRows.row, first))
  return {
    async readEarlier<Data>(keys: string[]) {
      const { key, row, data } = importRows
      const isSame = and(isEarlier, inArray(key, keys))
      const rows = await tx.select({ key, row, data }).from(importRows).where(isSame).orderBy(asc(row))
      return rows as { key: string; row: number; data: Data }[]
    },
    async countEarlier(runIds) {
      const runId = importRows.runId
      const isSame = and(isEarlier, inArray(runId, runIds))
      const rows = await tx
        .select({ runId, all: sql<number>`count(*)::int` })
        .from(importRows)
        .where(isSame)
        .groupBy(runId)
      return new Map(rows.map((row) => [row.runId ?? '', row.all]))
    },
  }
}

async function save(tx: Transaction, id: string, checked: CheckedRow[]): Promise<void> {
  const rows = checked.map(({ row, outcome, problem, key = null, data = null, runId = null }) => ({
    ...{ row, outcome, problem, key, data },
    run_id: runId,
  }))
  await tx.execute(sql`update ${importRows} set outcome = r.outcome, problem = r.problem, key = r.key, data = r.data, run_id = r.run_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(row int, outcome text, problem text, key text, data jsonb, run_id uuid)
    where ${importRows.importId} = ${id} and ${importRows.row} = r.row`)
}

const ROLES = Role.exclude(['admin'])

/** Each e-mail address counts once, and only where it has no record yet. */
async function checkUsers(check: CheckContext, rows: StagedRow[]): Promise<CheckedRow[]> {
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
    .where(and(inArray(email, emails), Users.isNotDeleted))
  return new Set(rows.map((row) => row.email))
}

/** A class, or a further date of one, to import. */
interface ClassData extends Omit<ClassCells, 'instructor'> {
  instructorId: string
  classId: string
  /** True if the row makes the class. Others add a date to it. */
  isFirst: boolean
}

/** Rows with the same name and instructor are dates of one class. */
async function checkClasses(check: CheckContext, rows: StagedRow[]): Promise<CheckedRow[]> {
  const parsed = rows.map((row) => ({ row: row.row, ...readClass(check, row) }))
  const instructors = await findInstructors(
    check.tx,
    parsed.flatMap(({ cells }) => cells?.instructor ?? []),
  )
  const keys = parsed.flatMap(({ cells }) => (cells ? (toKey(cells, instructors) ?? []) : []))
  const existing = await findExisting(check.tx, keys)
  const earlier = await check.readEarlier<ClassData>(keys)
  const dates = Map.groupBy(earlier, ({ key }) => key)
  return parsed.map(({ row, cells, problem }): CheckedRow => {
    if (!cells) return { row, outcome: 'invalid', problem }
    const key = toKey(cells, instructors)
    if (!key)
      return {
        row,
        outcome: 'invalid',
        problem: `${cells.instructor} is no instructor here. Import or invite them first.`,
      }
    if (existing.has(key))
      return { row, outcome: 'existing', problem: `${cells.instructor} teaches “${cells.name}” already.` }
    const others = dates.get(key) ?? []
    const same = others.find(({ data }) => data.startsAt === cells.startsAt)
    if (same) return { row, outcome: 'duplicate', problem: `Row ${same.row} has the same class and date.` }
    const dated = cells.startsAt === null && others[0]
    if (dated)
      return { row, outcome: 'invalid', problem: `Date is missing, but row ${dated.row} of the class has one.` }
    if (others.length >= MAX_RUNS)
      return { row, outcome: 'invalid', problem: `The class has ${MAX_RUNS} dates, our limit.` }
    const { instructor, ...values } = cells
    const first = others[0]?.data
    const classId = first?.classId ?? randomUUID()
    const data: ClassData = { ...values, instructorId: instructors.get(instructor) ?? '', classId, isFirst: !first }
    dates.set(key, [...others, { key, row, data }])
    return { row, outcome: 'ready', problem: null, key, data }
  })
}

/** Returns what rows of one class have in common, or null where the instructor is unknown. */
function toKey({ instructor, name }: ClassCells, instructors: Map<string, string>): string | null {
  const id = instructors.get(instructor)
  return id ? `${id} ${foldLetters(name)}` : null
}

/** Returns the ids of instructors by their e-mail addresses. */
async function findInstructors(tx: Transaction, emails: string[]): Promise<Map<string, string>> {
  const isInstructor = and(inArray(users.email, emails), eq(users.role, 'instructor'), Users.isNotDeleted)
  const rows = await tx.select({ id: users.id, email: users.email }).from(users).where(isInstructor)
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Returns the keys of classes that exist. */
async function findExisting(tx: Transaction, keys: string[]): Promise<Set<string>> {
  const key = sql<string>`${classes.instructorId} || ' ' || ${fold(classes.name)}`
  const ids = [...new Set(keys.map((text) => text.slice(0, text.indexOf(' '))))]
  const isSame = and(inArray(classes.instructorId, ids), inArray(key, keys), isNotDeleted)
  const rows = await tx.select({ key }).from(classes).where(isSame)
  return new Set(rows.map((row) => row.key))
}
