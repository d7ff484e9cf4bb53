/** Finds the run that the row of an enrolment names: by its class, and by its date where the class has several. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { ImportMatch } from '#contract/import.ts'
import { foldLetters } from '#contract/values/fold.ts'
import { classes, isNotDeleted } from '#server/domains/classes/classes.table.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { isNotCanceled, runs } from '#server/domains/classes/runs/runs.table.ts'
import { attempts, isOpen } from '#server/domains/payments/payments.table.ts'
import { isId } from '#server/platform/app-error.ts'
import { fold } from '#server/platform/database/lists.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readDate, readTime } from './date-cells.ts'
import type { RowReader } from './row-reader.ts'

export interface ImportRun {
  id: string
  classId: string
  className: string
  /** Local times such as `2027-05-04T18:00`; null for an open run. */
  start: string | null
  isOver: boolean
  /** Seats that nobody has and nobody is paying for. */
  free: number
}

/** Returns the runs of classes of these names or ids: those that are over too, because schools import their past. */
export async function readRuns(tx: Transaction, names: Set<string>, now = Date.now()): Promise<ImportRun[]> {
  const isNamed = inArray(fold(classes.name), [...names].map(foldLetters))
  const isChosen = or(isNamed, inArray(classes.id, [...names].filter(isId)))
  const holds = tx
    .select({ all: sql`count(*)` })
    .from(attempts)
    .where(and(eq(attempts.runId, runs.id), isOpen))
  const rows = await tx
    .select({ run: runs, className: classes.name, free: sql<number>`greatest(0, ${runs.seats} - (${holds}))::int` })
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
export function findRun(reader: RowReader, order: ImportMatch['date_order'], all: ImportRun[]): ImportRun | null {
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
