/** Monthly figures, which the homes of admins and of instructors show. */
import { z } from 'zod'
import { Price } from './fields.ts'

/** Number of months in a chart, the current one included. */
export const MONTHS = 12

export const MonthFigures = z.object({
  /** `2026-11`, in the school's zone. */
  month: z.string(),
  /** Sum of the month's payments that are not refunded. */
  income: Price,
  /** Number of enrolments of the month that are still active. */
  enrolments: z.int(),
})
export type MonthFigures = z.infer<typeof MonthFigures>
