/** GET /class/{id}/students: who is enrolled in a class, a page at a time. */
import { useQuery } from '@tanstack/react-query'
import type { StudentsQuery } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { pagedQuery } from '#web/ui/paged-query.ts'

export function useStudents(id: string, query: StudentsQuery) {
  return useQuery(
    pagedQuery(['students', id], query, (asked) => call.page(api.listStudents, { params: { id }, query: asked })),
  )
}
