/** GET /class/{id}/students: a class's students, one page at a time. */
import { useQuery } from '@tanstack/react-query'
import type { StudentsQuery } from '#contract/enrolments.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'

export function useStudents(id: string, query: StudentsQuery) {
  return useQuery(
    pagedQuery([...queryKeys.students, id], query, (requested) =>
      call.page(api.listStudents, { params: { id }, query: requested }),
    ),
  )
}
