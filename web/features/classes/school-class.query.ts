/** GET /class/{id}: one class, as its instructor or an admin sees it. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'

export function schoolClassQuery(id: string) {
  return queryOptions({ queryKey: ['class', id], queryFn: () => call(api.getClass, { params: { id } }) })
}

export function useSchoolClass(id: string) {
  return useQuery(schoolClassQuery(id))
}
