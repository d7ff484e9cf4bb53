import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Attendance from './attendance.ts'

export function attendanceRoutes(serve: Serve): void {
  serve(api.listAttendance, (ctx, { params }) => Attendance.list(ctx, params.id))
  serve(api.recordAttendance, async (ctx, { params, body }) => ({
    modifiedCount: await Attendance.record(ctx, params, body.attended),
  }))
}
