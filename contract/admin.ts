/** The admin's home. */
import { z } from 'zod'
import { SchoolClass } from './classes.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ListedUser } from './users.ts'
import { MonthFigures } from './values/figures.ts'

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
