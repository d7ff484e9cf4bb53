import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/** Reads without the cache: a form must start from the current data. */
export function useFreshQuery<T, Key extends QueryKey>(options: UseQueryOptions<T, Error, T, Key>) {
  const { isFetchedAfterMount, data, error, refetch } = useQuery({ ...options, refetchOnMount: 'always' })
  return { data: isFetchedAfterMount ? data : undefined, error, refetch }
}
