/** GET /search: people, classes and payments, for admins. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MIN_SEARCH_LENGTH } from '#contract/values/limits.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

export function useSchoolSearch(text: string) {
  const q = text.trim()
  return useQuery({
    queryKey: [...queryKeys.search, q],
    queryFn: () => call(api.searchSchool, { query: { q } }),
    enabled: q.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
  })
}
