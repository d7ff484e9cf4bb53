/** GET /credit. Each part that shows it reads it again, since purchases and admins change it. */
import { queryOptions } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'

export const creditQuery = queryOptions({
  queryKey: ['credit'],
  queryFn: () => call(api.getCredit),
  staleTime: 0,
})
