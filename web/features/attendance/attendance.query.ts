/** GET and PUT /session/{id}/attendance: who attended a session. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useAction } from '#web/use-action.ts'

export function useAttendance(sessionId: string) {
  return useQuery({
    queryKey: [...queryKeys.attendance, sessionId],
    queryFn: () => call(api.listAttendance, { params: { id: sessionId } }),
  })
}

/** Records whether one student attended. */
export function useRecordAttendance(sessionId: string, enrolmentId: string) {
  return useAction(
    (attended: boolean) => call(api.recordAttendance, { params: { id: sessionId, enrolmentId }, body: { attended } }),
    { after: 'attendanceRecorded' },
  )
}
