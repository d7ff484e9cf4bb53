/** GET /class/{id}: one class, for its instructor and for admins. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

export function schoolClassQuery(id: string) {
  return queryOptions({ queryKey: [...queryKeys.class, id], queryFn: () => call(api.getClass, { params: { id } }) })
}

export function useSchoolClass(id: string) {
  return useQuery(schoolClassQuery(id))
}
