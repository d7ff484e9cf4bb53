/** Attendance: which students were at a session. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ClassStudent } from './enrolments.ts'
import { ById, ClockTime, Id, Modified, Timestamp } from './values/fields.ts'

/** A student of a session's run. The id is that of the enrolment. */
export const AttendingStudent = ClassStudent.pick({
  _id: true,
  name: true,
  email: true,
  image: true,
  seat: true,
  booked_by: true,
}).extend({
  attended: z.boolean(),
  /** True if the enrolment has ended, by a refund for example, since the student attended. It can no longer be changed. */
  ended: z.boolean(),
})
export type AttendingStudent = z.infer<typeof AttendingStudent>

/** A session that a student attended. */
export const AttendedSession = z.object({ classId: Id, className: z.string(), starts_at: Timestamp, starts: ClockTime })
export type AttendedSession = z.infer<typeof AttendedSession>

export const attendanceEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listAttendance: endpoint({
    method: 'GET',
    path: '/session/{id}/attendance',
    summary: 'Lists the students of a session by name, and who attended: for its instructor, and for admins.',
    access: 'staff',
    params: ById,
    response: z.array(AttendingStudent),
  }),
  recordAttendance: endpoint({
    method: 'PUT',
    path: '/session/{id}/attendance/{enrolmentId}',
    summary: 'Records whether a student attended a session of the calling instructor, from the day of the session on.',
    access: 'instructor',
    params: ById.extend({ enrolmentId: Id }),
    body: z.object({ attended: z.boolean() }),
    response: Modified,
  }),
}))
