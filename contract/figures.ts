/** The figures on the homes of admins and of instructors. */
import { z } from 'zod'
import { Focus } from './class-texts.ts'
import { SchoolClass } from './classes.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ListedUser } from './users.ts'
import { ClockTime, Id, Price, Timestamp } from './values/fields.ts'

/** Number of months in a chart, the current one included. */
export const MONTHS = 12

export const MonthFigures = z.object({
  /** `2026-11`, in the school's zone. */
  month: z.string(),
  /** Income of the school: the sum of the month's payments less their refunds. */
  income: Price,
  /** Number of enrolments of the month that are still active. */
  enrolments: z.int(),
})
export type MonthFigures = z.infer<typeof MonthFigures>

/** Number of pending classes and of newest users on the admin's home. */
export const DASHBOARD_ROWS = 5

/** A date of a class, with the clock time of its zone. */
const DateLine = z.object({
  _id: Id,
  classId: Id,
  className: z.string(),
  classImage: z.string(),
  focus: Focus,
  instructorName: z.string(),
  starts: ClockTime,
  starts_at: Timestamp,
  time_zone: z.string().nullable(),
  /** Number of students. */
  enroll: z.int(),
})

/** A session that is on, or to come. */
const ComingSession = DateLine.extend({ ends: ClockTime, place: z.string().nullable(), online: z.boolean() })
export type ComingSession = z.infer<typeof ComingSession>

/** A date that has fewer students than its minimum, and that is not confirmed. */
const UndecidedRun = DateLine.extend({ minimum: z.int() })
export type UndecidedRun = z.infer<typeof UndecidedRun>

export const AdminFigures = z.object({
  /** Oldest first. */
  months: z.array(MonthFigures),
  /** Classes that wait for approval: their number, and those that have waited longest. */
  waiting: z.object({ total: z.int(), classes: z.array(SchoolClass) }),
  users: z.object({ total: z.int(), newest: z.array(ListedUser) }),
  payments: z.int(),
  /** Number of refunds that the card provider could not send, and that no retry or other refund has replaced. */
  failed_refunds: z.int(),
  /** The sessions of today and tomorrow by the clock of the school, the first one first; at most 20. */
  sessions: z.array(ComingSession),
  /** The session that is on, or begins next; null without one. */
  next: ComingSession.nullable(),
  /** The next decision first; at most 20. */
  undecided: z.array(UndecidedRun),
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
  /** Income of the school from the instructor's classes. */
  income: Price,
  waiting: z.int(),
  denied: z.int(),
  /** The picture of the newest denied class; null without one. */
  denied_image: z.string().nullable(),
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
