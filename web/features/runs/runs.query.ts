/** GET /own-runs and GET /class/{id}/runs: the runs that an instructor or an admin manages. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

/** The runs of one class. */
export function classRunsQuery(classId: string) {
  return queryOptions({
    queryKey: [...queryKeys.runs, classId],
    queryFn: () => call(api.listRuns, { params: { id: classId } }),
  })
}

/** The instructor's classes with their runs. */
export function useOwnRuns() {
  return useQuery({ queryKey: [...queryKeys.runs, 'own'], queryFn: () => call(api.listOwnRuns) })
}
