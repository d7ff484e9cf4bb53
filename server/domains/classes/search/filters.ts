/** Counts the classes for each value of each filter, with all other filters applied, unless there are too many classes. */
import { and, eq, sql } from 'drizzle-orm'
import { type ClassFilters, type ClassSearch, MAX_COUNTED } from '#contract/class-search.ts'
import { LEVELS } from '#contract/levels.ts'
import { WEEKDAYS } from '#contract/search-keys.ts'
import { users } from '#server/domains/users/users.table.ts'
import { must } from '#server/platform/app-error.ts'
import { byLetters } from '#server/platform/database/lists.ts'
import { classes, isOnOffer } from '../classes.table.ts'
import { buildConditions, currentMonth, fromMonthNumber, type SearchContext } from './conditions.ts'
import { type Counts, countAll, MAX_INSTRUCTORS } from './count-filters.ts'

/** Months that are offered without counts. */
const NEXT_MONTHS = 12

type Choices = Omit<ClassFilters, 'applied' | 'instructor'>

/** Returns the values that a visitor may choose. */
export async function listFilters(ctx: SearchContext, query: ClassSearch): Promise<ClassFilters> {
  const conditions = await buildConditions(ctx, query)
  const { instructor: _instructor, page: _page, rows: _rows, ...applied } = query
  const [row] = await ctx.db.select({ counts: sql<Counts>`${countAll(conditions)}` }).from(sql`(select 1) one`)
  const { counts } = must(row)
  const choices = counts.matched > MAX_COUNTED ? await listWithoutCounts(ctx.db) : toChoices(counts)
  return { applied, instructor: conditions.foundInstructor, ...choices }
}

function toChoices({ levels, instructors, months, weekdays, online, place, free }: Counts): Choices {
  return {
    levels: LEVELS.map((value) => ({ value, count: levels?.[value] ?? 0 })),
    instructors: instructors ?? [],
    months: Object.entries(months ?? {}).map(([number, count]) => ({ value: fromMonthNumber(Number(number)), count })),
    weekdays: WEEKDAYS.map((value, index) => ({ value, count: weekdays[index] ?? 0 })),
    online: [
      { value: '1', count: online },
      { value: '0', count: place },
    ],
    free,
  }
}

/** Returns the values of a large catalogue: the next months, and the first instructors by name. */
async function listWithoutCounts(db: SearchContext['db']): Promise<Choices> {
  const teaches = sql`exists (select from ${classes} where ${and(eq(classes.instructorId, users.id), isOnOffer)})`
  const instructors = await db
    .select({ value: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.role, 'instructor'), teaches))
    .orderBy(byLetters(users.name), users.id)
    .limit(MAX_INSTRUCTORS)
  const months = Array.from({ length: NEXT_MONTHS }, (_, index) => fromMonthNumber(currentMonth() + index))
  const withoutCount = <Value>(value: Value) => ({ value, count: null })
  return {
    levels: LEVELS.map(withoutCount),
    instructors: instructors.map((instructor) => ({ ...instructor, count: null })),
    months: months.map(withoutCount),
    weekdays: WEEKDAYS.map(withoutCount),
    online: [withoutCount('1'), withoutCount('0')],
    free: null,
  }
}
