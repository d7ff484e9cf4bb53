import type { Domain } from '../domain.ts'
import { attendanceRoutes } from './attendance.routes.ts'
import { ATTENDANCE_EXPORTS } from './attendance.table.ts'
import * as Attendance from './attendance.ts'

export const attendance: Domain = {
  routes: attendanceRoutes,
  data: async (ctx) => ({ attended_sessions: await Attendance.listAttended(ctx) }),
  tables: { exported: ATTENDANCE_EXPORTS },
}
