/** GET /enrolment/{id}/move: the difference of a move by an admin; and the classes to move to. */
import { queryOptions } from '@tanstack/react-query'
import type { StudentMove } from '#contract/moves.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

export const approvedClassesQuery = queryOptions({
  queryKey: [...queryKeys.move, 'classes'],
  queryFn: () => call(api.listApprovedClasses),
})

export function studentMoveQuery(id: string, runId: string | undefined, seats: StudentMove['seats']) {
  return queryOptions({
    queryKey: [...queryKeys.move, id, runId, seats],
    queryFn: () => call(api.getStudentMove, { params: { id }, query: { runId: runId ?? '', seats } }),
    enabled: runId !== undefined,
    gcTime: 0,
    retry: false,
  })
}
