/** GET /run/{id}/students: the students of a date, by their family names. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

export function useRunStudents(id: string) {
  return useQuery({
    queryKey: [...queryKeys.students, 'run', id],
    queryFn: () => call(api.listRunStudents, { params: { id } }),
  })
}
