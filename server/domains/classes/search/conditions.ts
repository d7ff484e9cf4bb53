/** The conditions of a search. Those of runs must hold for one run together: a free seat in January, not one in any month. */
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { ClassSearch } from '#contract/class-search.ts'
import { WEEKDAYS } from '#contract/search-keys.ts'
import { currencyDecimals } from '#contract/values/currency.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Context } from '#server/ports/context.ts'
import { classes, isOnOffer } from '../classes.table.ts'
import { runTimes } from '../runs/run-times.table.ts'
import { isEnrollable, runs } from '../runs/runs.table.ts'
import { classSearch } from './class-search.table.ts'
import { matchText, type TextMatch } from './text-match.ts'

export type SearchContext = Pick<Context, 'db' | 'currency' | 'school'>

export interface Conditions {
  /** Absent without words. */
  text: TextMatch | null
  level: SQL | undefined
  instructor: SQL | undefined
  /** The chosen conditions of runs, by the name of their filter. */
  runs: Partial<Record<RunFilter, SQL>>
  foundInstructor: FoundInstructor | null
}

export type RunFilter = 'price' | 'free' | 'month' | 'weekday' | 'online'

/** The instructor of the query; null fields where there is none. */
export type FoundInstructor = { _id: string; name: string } | { _id: null; name: null }

/** Reads what the conditions of a query depend on. */
export async function buildConditions({ db, currency }: SearchContext, query: ClassSearch): Promise<Conditions> {
  const text = query.q === undefined ? null : await matchText({ db }, query.q)
  const foundInstructor = query.instructor === undefined ? null : await findInstructor(db, query.instructor)
  return {
    text,
    level: query.level && eq(classes.level, query.level),
    instructor: foundInstructor ? matchesInstructor(foundInstructor) : undefined,
    runs: buildRunConditions(query, currency),
    foundInstructor,
  }
}

async function findInstructor(db: Database, emailOrId: string): Promise<FoundInstructor> {
  const [row] = await db
    .select({ _id: users.id, name: users.name })
    .from(users)
    .where(
      and(
        isId(emailOrId) ? eq(users.id, emailOrId.toLowerCase()) : eq(users.email, emailOrId),
        isNull(users.deletedAt),
        eq(users.role, 'instructor'),
      ),
    )
  return row ?? { _id: null, name: null }
}

function matchesInstructor({ _id }: FoundInstructor): SQL {
  return _id === null ? sql`false` : eq(classes.instructorId, _id)
}

/** List price of a run, in minor units. */
export const runPrice = sql`coalesce(${runs.listPriceMinor}, ${classes.listPriceMinor})`

function buildRunConditions(query: ClassSearch, currency: string): Conditions['runs'] {
  const { price_max: max, free, month, weekday, online } = query
  return {
    // A limit between two prices is rounded down, so that no float takes part.
    ...(max !== undefined && {
      price: sql`${runPrice} <= ${Math.floor(max * 10 ** currencyDecimals(currency) + 1e-6)}`,
    }),
    ...(free && { free: gt(runs.shownSeats, 0) }),
    ...(month && { month: sql`${runTimes.months} @> ${`{${toMonthNumber(month)}}`}::int[]` }),
    ...(weekday && { weekday: sql`${runTimes.weekdays} & ${1 << WEEKDAYS.indexOf(weekday)} <> 0` }),
    ...(online && { online: eq(runs.isOnline, online === '1') }),
  }
}

/** Months since January of the year 0, as in `run_times`. @param month `2027-01` */
export function toMonthNumber(month: string): number {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return year * 12 + number - 1
}

/** `24324` → `2027-01` */
export function fromMonthNumber(number: number): string {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}

/** Returns the number of the current month, in UTC. */
export function currentMonth(now = new Date()): number {
  return toMonthNumber(now.toISOString().slice(0, 7))
}

/** Matches the classes of a search. */
export function matchesSearch(conditions: Conditions): SQL | undefined {
  const all = Object.values(conditions.runs)
  return and(matchesClass(conditions), all.length > 0 ? existsRun(and(...all)) : undefined)
}

/** Matches by what the class itself has; the conditions of runs are left to the caller. */
export function matchesClass({ text, level, instructor }: Conditions): SQL | undefined {
  return and(isOnOffer, text ? matchesText(text) : undefined, level, instructor)
}

/** Matches classes of which the row of `class_search` matches. */
function matchesText({ condition }: TextMatch): SQL {
  return sql`${classes.id} in (select ${classSearch.classId} from ${classSearch} where ${condition})`
}

/** Matches classes with a run that meets a condition and in which students can still enroll. */
function existsRun(condition: SQL | undefined): SQL {
  return sql`exists (
    select from ${runs} left join ${runTimes} on ${runTimes.runId} = ${runs.id}
    where ${and(eq(runs.classId, classes.id), isEnrollable(), condition)}
  )`
}
