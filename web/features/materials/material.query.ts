/** GET /class/{id}/material: the material of a class, for its instructor. */
import { queryOptions } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

export function materialQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.material, id],
    queryFn: () => call(api.getMaterial, { params: { id } }),
  })
}
