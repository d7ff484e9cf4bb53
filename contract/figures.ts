/** The figures on the homes of admins and of instructors. */
import { z } from 'zod'
import { SchoolClass } from './classes.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ListedUser } from './users.ts'
import { Price } from './values/fields.ts'

/** Number of months in a chart, the current one included. */
export const MONTHS = 12

export const MonthFigures = z.object({
  /** `2026-11`, in the school's zone. */
  month: z.string(),
  /** What the school keeps of the month's payments: their sum less what was refunded of them. */
  income: Price,
  /** Number of enrolments of the month that are still active. */
  enrolments: z.int(),
})
export type MonthFigures = z.infer<typeof MonthFigures>

/** Number of pending classes and of newest users on the admin's home. */
export const DASHBOARD_ROWS = 5

export const AdminFigures = z.object({
  /** Oldest first. */
  months: z.array(MonthFigures),
  /** Classes that wait for approval: their number, and those that have waited longest. */
  waiting: z.object({ total: z.int(), classes: z.array(SchoolClass) }),
  users: z.object({ total: z.int(), newest: z.array(ListedUser) }),
  payments: z.int(),
})
export type AdminFigures = z.infer<typeof AdminFigures>

export const adminEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getAdminFigures: endpoint({
    method: 'GET',
    path: '/office/figures',
    summary: 'Returns income and enrolments by month, pending classes and the newest users.',
    access: 'admin',
    response: AdminFigures,
  }),
}))

export const InstructorFigures = z.object({
  classes: z.int(),
  seats_sold: z.int(),
  /** What the school keeps of the payments for the instructor's classes. */
  income: Price,
  waiting: z.int(),
  /** Oldest first. */
  months: z.array(MonthFigures),
})
export type InstructorFigures = z.infer<typeof InstructorFigures>

export const instructorEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getInstructorFigures: endpoint({
    method: 'GET',
    path: '/studio/figures',
    summary: "Returns the figures of the calling instructor's classes.",
    access: 'instructor',
    response: InstructorFigures,
  }),
}))
