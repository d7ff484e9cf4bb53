import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/** Reads something as it is now and not as it is remembered: what is to be changed must not begin with what was before. */
export function useAsNow<T, Key extends QueryKey>(options: UseQueryOptions<T, Error, T, Key>) {
  const { isFetchedAfterMount, data, error, refetch } = useQuery({ ...options, refetchOnMount: 'always' })
  return { data: isFetchedAfterMount ? data : undefined, error, refetch }
}
