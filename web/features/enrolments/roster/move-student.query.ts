/** GET /enrolment/{id}/move: the difference of a move by an admin; and the classes to move to. */
import { queryOptions } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

export const approvedClassesQuery = queryOptions({
  queryKey: [...queryKeys.move, 'classes'],
  queryFn: () => call(api.listApprovedClasses),
})

export function studentMoveQuery(id: string, runId: string | undefined) {
  return queryOptions({
    queryKey: [...queryKeys.move, id, runId],
    queryFn: () => call(api.getStudentMove, { params: { id }, query: { runId: runId ?? '' } }),
    enabled: runId !== undefined,
    gcTime: 0,
    retry: false,
  })
}
