import type { SchoolClass } from '#contract/classes.ts'
import { describeNextDate } from '#contract/next-date.ts'
import { startOfDay } from '#contract/values/day.ts'

/** A class, and what its card says in words. */
export interface CardClass extends SchoolClass {
  /** When it takes place next; null for a class without dates. */
  nextDate: string | null
}

/**
 * Writes the dates of the cards. Call it where the classes are loaded, which the server does for the first page: a browser's first date
 * format takes 27 ms, and a slow phone four times that, while it hydrates the page.
 */
export function toCardClasses(classes: SchoolClass[]): CardClass[] {
  const today = startOfDay(Date.now())
  return classes.map((schoolClass) => ({ ...schoolClass, nextDate: describeNextDate(schoolClass.runs, today) }))
}
