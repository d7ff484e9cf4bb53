/** Checks rows that become classes. Rows with the same name and instructor are dates of one class. */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { foldLetters } from '#contract/values/fold.ts'
import { MAX_RUNS } from '#contract/values/limits.ts'
import { classes, isNotDeleted } from '#server/domains/classes/classes.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { fold } from '#server/platform/database/lists.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { CheckContext, CheckedRow, StagedRow } from './checked-rows.ts'
import { type ClassCells, readClass } from './class-cells.ts'

/** A class, or a further date of one, to import. */
export interface ClassData extends Omit<ClassCells, 'instructor'> {
  instructorId: string
  classId: string
  /** True if the row makes the class. Others add a date to it. */
  isFirst: boolean
}

export async function checkClasses(check: CheckContext, rows: StagedRow[]): Promise<CheckedRow[]> {
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
