/** Counts the classes for each value of each filter in one statement. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { MAX_COUNTED } from '#contract/class-search.ts'
import { WEEKDAYS } from '#contract/search-keys.ts'
import { byLetters } from '#server/platform/database/lists.ts'
import { classes, isOnOffer } from '../classes.table.ts'
import { runTimes } from '../runs/run-times.table.ts'
import { isEnrollable, runs } from '../runs/runs.table.ts'
import { classSearch } from './class-search.table.ts'
import { type Conditions, currentMonth, type RunFilter } from './conditions.ts'
import type { TextMatch } from './text-match.ts'

/** Instructors and months that are listed. */
export const MAX_INSTRUCTORS = 100
const MAX_MONTHS = 24

/** The counts as the database returns them, by value. None where too many classes match. */
export interface Counts {
  /** The number of classes that the words match, at most one above the limit. */
  matched: number
  levels: Record<string, number> | null
  instructors: { value: string; name: string; count: number }[] | null
  months: Record<string, number> | null
  /** In the order of WEEKDAYS. */
  weekdays: number[]
  online: number
  place: number
  free: number
}

/** Joins the classes that words find, of which `text` has the condition. */
function joinClasses({ condition }: TextMatch): SQL {
  return sql`(select class_id from ${classSearch} where ${condition}) found cross join lateral (
    select * from ${classes} where ${and(eq(classes.id, sql`found.class_id`), isOnOffer)} offset 0
  ) classes`
}

/**
 * Reads the matching classes and their runs once. `matched` are the classes that the words find, `offered` their runs with the result of
 * each condition, and `counted` says for each class which filters one of its runs passes. Joins are lateral with "offset 0", so that
 * PostgreSQL looks up the rows that match. It would read all classes and runs instead, which takes twice as long.
 */
export function countAll(conditions: Conditions): SQL<Counts> {
  const { text, level, instructor, runs: chosen } = conditions
  const flag = (name: RunFilter) => sql`${chosen[name] ?? sql`true`}`
  const hasRunFilter = Object.keys(chosen).length > 0
  const isOffered = hasRunFilter ? sql`coalesce(run_ok, false)` : sql`true`
  return sql<Counts>`(
    with matched as materialized (
      select ${classes.id}, ${classes.level}, ${classes.instructorId}, ${classes.listPriceMinor},
        ${level ?? sql`true`} as level_ok, ${instructor ?? sql`true`} as instructor_ok
      from ${text ? joinClasses(text) : sql`${classes} where ${isOnOffer}`} limit ${MAX_COUNTED + 1}
    ), offered as materialized (
      select ${classes.id} as id, level_ok and instructor_ok as class_ok,
        ${runs.isOnline} as is_online, ${runs.shownSeats} > 0 as is_free, months, weekdays,
        ${flag('free')} as free_ok, ${flag('month')} as month_ok, ${flag('weekday')} as weekday_ok, ${flag('online')} as online_ok
      from matched classes cross join lateral (
        select * from ${runs} where ${and(eq(runs.classId, classes.id), isEnrollable(), chosen.price)} offset 0
      ) runs
      left join ${runTimes} on ${eq(runTimes.runId, runs.id)}
      where (select count(*) from matched) <= ${MAX_COUNTED}
    ), counted as materialized (
      select id, bool_or(class_ok) as class_ok,
        bool_or(free_ok and month_ok and weekday_ok and online_ok) as run_ok,
        bool_or(is_free and month_ok and weekday_ok and online_ok) as free,
        bool_or(is_online and free_ok and month_ok and weekday_ok) as online,
        bool_or(not is_online and free_ok and month_ok and weekday_ok) as place,
        bit_or(weekdays) filter (where free_ok and month_ok and online_ok) as weekdays
      from offered group by id
    ), whole as (
      select matched.*, run_ok from matched left join counted using (id) where ${isOffered}
    )
    select json_build_object(
      'matched', (select count(*) from matched),
      'levels', (select json_object_agg(level, n) from (
        select level, count(*) as n from whole where instructor_ok group by level) by_level),
      'instructors', (select json_agg(json_build_object('value', id, 'name', name, 'count', n) order by ${byLetters(sql`name`)}, id) from (
        select users.id, users.name, n from (
          select instructor_id, count(*) as n from whole where level_ok group by instructor_id
          order by n desc, instructor_id limit ${MAX_INSTRUCTORS}
        ) by_instructor join users on users.id = instructor_id) named),
      'months', (select json_object_agg(month, n order by month) from (
        select month, count(distinct id) as n from offered, unnest(months) month
        where class_ok and free_ok and weekday_ok and online_ok and month >= ${currentMonth()}
        group by month order by month limit ${MAX_MONTHS}) by_month),
      'weekdays', (select json_build_array(${countWeekdays()}) from counted where class_ok),
      'online', (select count(*) from counted where class_ok and online),
      'place', (select count(*) from counted where class_ok and place),
      'free', (select count(*) from counted where class_ok and free)
    )
  )`
}

function countWeekdays(): SQL {
  const counts = WEEKDAYS.map((_, day) => sql`count(*) filter (where weekdays & ${sql.raw(`${1 << day}`)} <> 0)`)
  return sql.join(counts, sql`, `)
}
