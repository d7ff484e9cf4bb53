/** GET /class/{id}/material: what those who are enrolled see of a class, for its instructor. */
import { queryOptions } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'

export function materialQuery(id: string) {
  return queryOptions({ queryKey: ['material', id], queryFn: () => call(api.getMaterial, { params: { id } }) })
}
