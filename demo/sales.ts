/** Decides which students are enrolled in the demo's runs, and when they paid. */
import { Bookings } from './bookings.ts'
import type { CatalogueClass, ClassFields } from './catalogue.ts'
import type { DatedRun } from './dated-runs.ts'
import type { UserRow } from './factories.ts'
import type { Random } from './random.ts'
import { listSpans } from './timetable.ts'

const DAY_MS = 24 * 60 * 60_000
/** After this time, an admin approved a class. */
export const REVIEW_MS = 2 * DAY_MS

export interface Sale {
  student: UserRow
  class: ClassFields
  run: DatedRun
  at: number
}

interface SalesOptions {
  /** The demo's student, and the others. */
  demoStudent: UserRow
  others: UserRow[]
  random: Random
  firstStart: number
}

/** Returns the sales in order of time. No student is twice in a class, or at two places at the same time. */
export function planSales(catalogue: readonly CatalogueClass[], options: SalesOptions): Sale[] {
  const bookings = new Bookings()
  return catalogue
    .flatMap(({ row, runs }) => {
      const enrolled = new Set<string>()
      return runs.flatMap((run) => {
        const students = pickStudents(run, enrolled, bookings, options)
        for (const { id } of students) {
          enrolled.add(id)
          bookings.book([id], run.sessions.flatMap(listSpans))
        }
        return students.map((student) => ({ student, class: row, run, at: pickTime(student, row, run, options) }))
      })
    })
    .sort((a, b) => a.at - b.at)
}

function pickStudents(
  run: DatedRun,
  enrolled: ReadonlySet<string>,
  bookings: Bookings,
  { demoStudent, others, random, firstStart }: SalesOptions,
): UserRow[] {
  const { enroll, hasDemoStudent = false } = run.plan
  const spans = run.sessions.flatMap(listSpans)
  const candidates = others.filter(({ id, createdAt }) => {
    return createdAt < findLastSale(run, firstStart) && !enrolled.has(id) && bookings.isFree([id], spans)
  })
  const first = hasDemoStudent ? [demoStudent] : []
  const students = [...first, ...random.pick(candidates, enroll - first.length)]
  if (students.length < enroll) throw new Error('the demo has too few students')
  return students
}

/** Picks a time when the student was registered, the class was approved, and the run had not started. */
function pickTime(
  student: UserRow,
  { createdAt }: ClassFields,
  run: DatedRun,
  { random, firstStart }: SalesOptions,
): number {
  return random.between(Math.max(createdAt + REVIEW_MS, student.createdAt), findLastSale(run, firstStart))
}

/** Returns the last time at which a seat of a run was sold: a day before the first start, or before the run began. */
function findLastSale({ startsAt, plan: { lastMomentDays = 0 } }: DatedRun, firstStart: number): number {
  return Math.min(firstStart, startsAt - lastMomentDays * DAY_MS) - DAY_MS
}
