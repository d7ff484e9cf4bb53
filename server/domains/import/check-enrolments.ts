/** Checks rows that become enrolments, and with them students who have no record yet. */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { ImportMatch } from '#contract/import.ts'
import { foldLetters } from '#contract/values/fold.ts'
import { classes, isNotDeleted } from '#server/domains/classes/classes.table.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { isNotCanceled, runs } from '#server/domains/classes/runs/runs.table.ts'
import { unsoldSeats } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { isId } from '#server/platform/app-error.ts'
import { fold } from '#server/platform/database/lists.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { CheckContext, CheckedRow, StagedRow } from './checked-rows.ts'
import { readDate, readTime } from './date-cells.ts'
import { type Person, readPerson } from './people.ts'
import { RowReader } from './row-reader.ts'

/** An enrolment to import. `userId` is the id of the student's record, unless the address has one. */
export interface EnrolmentData extends Person {
  classId: string
  runId: string
  userId: string
}

/** Eventbrite's names of attendees who come. */
const ATTENDING = ['', 'attending', 'checked in']

interface Reservation {
  row: number | null
  runId: string
  classId: string
}

export async function checkEnrolments(check: CheckContext, rows: StagedRow[]): Promise<CheckedRow[]> {
  const readers = rows.map(({ row, cells }) => ({ row, reader: new RowReader(check.match, cells, check.columns) }))
  const runs = await readRuns(check.tx, new Set(readers.map(({ reader }) => reader.peek('class'))))
  const parsed = readers.map(({ row, reader }) => readRow(check, row, reader, runs))
  const emails = parsed.flatMap(({ person }) => person?.email ?? [])
  const reservations = await readReservations(check, emails)
  const unconfirmed = await findUnconfirmed(check.tx, emails)
  const runIds = parsed.flatMap(({ run }) => run?.id ?? [])
  const used = await check.countEarlier(runIds)
  return parsed.map(({ row, person, run, problem, isLeftOut }): CheckedRow => {
    if (isLeftOut) return { row, outcome: 'left_out', problem }
    if (!person || !run) return { row, outcome: 'invalid', problem }
    if (unconfirmed.has(person.email)) return { row, outcome: 'invalid', problem: describeUnconfirmed(person.email) }
    const own = reservations.get(person.email) ?? []
    const other = own.find((one) => conflicts(one, run, runs))
    if (other?.row === null) return { row, outcome: 'existing', problem: `${person.email} is enrolled already.` }
    if (other) return { row, outcome: 'duplicate', problem: `Row ${other.row} enrolls ${person.email} already.` }
    const seats = used.get(run.id) ?? 0
    if (seats >= run.free)
      return {
        row,
        outcome: 'invalid',
        problem: `“${run.className}” has ${run.free} free seats, which earlier rows take.`,
      }
    used.set(run.id, seats + 1)
    reservations.set(person.email, [...own, { row, runId: run.id, classId: run.classId }])
    const data: EnrolmentData = { ...person, classId: run.classId, runId: run.id, userId: randomUUID() }
    return { row, outcome: 'ready', problem: null, key: person.email, data, runId: run.id }
  })
}

interface ParsedRow {
  row: number
  person: Person | null
  run: ImportRun | null
  problem: string | null
  isLeftOut: boolean
}

function readRow({ match }: CheckContext, row: number, reader: RowReader, runs: ImportRun[]): ParsedRow {
  const status = reader.text('status')
  if (!ATTENDING.includes(status.toLowerCase()))
    return { row, person: null, run: null, problem: `The attendee status is ${status}.`, isLeftOut: true }
  const person = readPerson(reader)
  const run = findRun(reader, match.date_order, runs)
  const { problem } = reader
  return { row, problem, isLeftOut: false, ...(problem === null ? { person, run } : { person: null, run: null }) }
}

/** A student is in a run once, and in one run of a class that is not over. */
function conflicts({ runId, classId }: Reservation, run: ImportRun, runs: ImportRun[]): boolean {
  if (runId === run.id) return true
  return classId === run.classId && !run.isOver && runs.some(({ id, isOver }) => id === runId && !isOver)
}

/** Returns the enrolments that students have, and those of earlier rows, by e-mail address. */
async function readReservations(check: CheckContext, emails: string[]): Promise<Map<string, Reservation[]>> {
  const existing = await readExisting(check.tx, emails)
  const earlier = await check.readEarlier<EnrolmentData>(emails)
  const rows = earlier.map(({ key, row, data: { runId, classId } }) => ({ email: key, row, runId, classId }))
  return Map.groupBy<string, Reservation & { email: string }>([...existing, ...rows], ({ email }) => email)
}

/** Returns those of the addresses that a person has registered without confirming them. */
async function findUnconfirmed(tx: Transaction, emails: string[]): Promise<Set<string>> {
  const { email } = users
  const isOne = and(inArray(email, emails), Users.isNotDeleted, Users.matchesUnconfirmed)
  return new Set((await tx.select({ email }).from(users).where(isOne)).map((row) => row.email))
}

function describeUnconfirmed(email: string): string {
  return `${email} is registered but not confirmed yet, so the account may belong to another person.`
}

async function readExisting(tx: Transaction, emails: string[]) {
  const rows = await tx
    .select({ email: users.email, runId: enrolments.runId, classId: enrolments.classId })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(and(inArray(users.email, emails), isActive, Users.isNotDeleted))
  return rows.map((row) => ({ ...row, row: null }))
}

interface ImportRun {
  id: string
  classId: string
  className: string
  /** Local times such as `2027-05-04T18:00`; null for an open run. */
  start: string | null
  isOver: boolean
  /** Seats that no student has or is paying for. */
  free: number
}

/** Returns the runs of classes of these names or ids: those that are over too, because schools import their past. */
async function readRuns(tx: Transaction, names: Set<string>, now = Date.now()): Promise<ImportRun[]> {
  const isNamed = inArray(fold(classes.name), [...names].map(foldLetters))
  const isChosen = or(isNamed, inArray(classes.id, [...names].filter(isId)))
  const rows = await tx
    .select({ run: runs, className: classes.name, free: unsoldSeats })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(and(isChosen, isNotCanceled, isNotDeleted, isNull(classes.withdrawnAt)))
  return rows.map(({ run, className, free }) => ({
    ...{ id: run.id, classId: run.classId, className, free },
    start: readStart(run).starts,
    isOver: run.endsAt !== null && run.endsAt <= now,
  }))
}

/** Returns the run of a row, or null with a problem. */
function findRun(reader: RowReader, order: ImportMatch['date_order'], all: ImportRun[]): ImportRun | null {
  const name = reader.text('class')
  if (name === '') return reader.report('class', 'is missing.')
  const ofClass = all.filter(
    ({ classId, className }) => classId === name || foldLetters(className) === foldLetters(name),
  )
  if (ofClass.length === 0) return reader.report('class', `is not one of ours: “${name.slice(0, 60).toWellFormed()}”.`)
  if (new Set(ofClass.map(({ classId }) => classId)).size > 1)
    return reader.report(
      'class',
      `is the name of several classes: “${name}”. Write the id of one, the end of its address.`,
    )
  const [date, start] = [reader.text('date'), reader.text('start')]
  if (date === '') {
    if (ofClass.length === 1) return ofClass[0] ?? null
    return reader.report('date', 'is missing, and the class has several.')
  }
  const day = readDate(date, order)
  if (day === null) return reader.report('date', `is not a date such as 2027-05-04: “${date}”.`)
  const time = readTime(start || date) ?? ''
  const onDay = ofClass.filter((run) => run.start?.startsWith(`${day}T${time}`))
  if (onDay.length === 1) return onDay[0] ?? null
  const problem = onDay.length ? 'has several starts. Choose a column for Start.' : `is no date of this class: ${day}.`
  return reader.report('date', problem)
}
