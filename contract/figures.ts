/** The figures on the homes of admins and instructors. */
import { z } from 'zod'
import { SchoolClass } from './classes.ts'
import { Price } from './fields.ts'
import { User } from './users.ts'

/** How many months back the charts go, the present one included. */
export const MONTHS = 12

/** How many of the waiting classes and of the newest users stand on the admin's home. */
export const ON_THE_DESK = 5

export const MonthFigures = z.object({
  /** `2026-11`, in UTC. */
  month: z.string(),
  /** What was paid in it and not refunded. */
  income: Price,
  /** Who enrolled in it and still is. */
  enrolments: z.int(),
})
export type MonthFigures = z.infer<typeof MonthFigures>

export const OfficeFigures = z.object({
  /** Oldest first. */
  months: z.array(MonthFigures),
  /** Classes that wait for approval: how many, and those that have waited longest. */
  waiting: z.object({ total: z.int(), classes: z.array(SchoolClass) }),
  users: z.object({ total: z.int(), newest: z.array(User) }),
  payments: z.int(),
})
export type OfficeFigures = z.infer<typeof OfficeFigures>

export const StudioFigures = z.object({
  classes: z.int(),
  seats_sold: z.int(),
  /** What students have paid for the instructor's classes and not got back. */
  income: Price,
  waiting: z.int(),
  /** Oldest first. */
  months: z.array(MonthFigures),
})
export type StudioFigures = z.infer<typeof StudioFigures>
