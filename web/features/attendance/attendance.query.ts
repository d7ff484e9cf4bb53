/** GET and PUT /session/{id}/attendance: who attended a session. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { toastError } from '#web/ui/toasts.ts'

export function useAttendance(sessionId: string) {
  return useQuery({
    queryKey: [...queryKeys.attendance, sessionId],
    queryFn: () => call(api.listAttendance, { params: { id: sessionId } }),
  })
}

/** Records whether one student attended. */
export function useRecordAttendance(sessionId: string, enrolmentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (attended: boolean) =>
      call(api.recordAttendance, { params: { id: sessionId, enrolmentId }, body: { attended } }),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'attendanceRecorded'),
  })
}
