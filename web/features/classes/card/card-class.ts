import type { SchoolClass } from '#contract/classes.ts'
import { describeNextDate } from '#contract/next-date.ts'
import type { Run } from '#contract/runs.ts'
import { startOfDay } from '#contract/values/day.ts'

/** Part of a class on a card. */
export interface CardClass
  extends Pick<
    SchoolClass,
    | '_id'
    | 'className'
    | 'classImage'
    | 'instructorId'
    | 'instructorName'
    | 'instructorImage'
    | 'price'
    | 'seats'
    | 'enroll'
    | 'slug'
    | 'exposure'
    | 'focus'
    | 'alt'
  > {
  runs: Pick<Run, 'price' | 'seats' | 'enroll'>[]
  /** The next date; null for a class without dates. */
  nextDate: string | null
}

/**
 * Reduces classes to what their cards show, and writes their dates. Call it where the classes are loaded, which the server does for the
 * first page: each kilobyte delays a slow phone by 5 ms, and its first date format by 108 ms.
 */
export function toCardClasses(classes: SchoolClass[]): CardClass[] {
  const today = startOfDay(Date.now())
  return classes.map((schoolClass) => toCardClass(schoolClass, today))
}

function toCardClass({ runs, ...schoolClass }: SchoolClass, today: number): CardClass {
  const { _id, className, classImage, instructorId, instructorName, instructorImage } = schoolClass
  const { price, seats, enroll, slug, exposure, focus, alt } = schoolClass
  return {
    ...{ _id, className, classImage, instructorId, instructorName, instructorImage },
    ...{ price, seats, enroll, slug, exposure, focus, alt },
    runs: runs.map((run) => ({ price: run.price, seats: run.seats, enroll: run.enroll })),
    nextDate: describeNextDate(runs, today),
  }
}
