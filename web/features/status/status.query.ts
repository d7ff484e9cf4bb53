/** GET /status, and what admins do about it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'

const REFRESH_MS = 15_000

/** Reads the status again and again while the page is visible. */
export function useStatus() {
  const { role } = useSession()
  return useQuery({
    queryKey: queryKeys.status,
    queryFn: () => call(api.getStatus),
    refetchInterval: REFRESH_MS,
    enabled: role === 'admin',
  })
}

export function useDismissTimeCheck() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.dismissTimeCheck, { params: { id } }),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'timeChecked'),
  })
}

export function useRetryJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.retryJob, { params: { id } }),
    onSuccess: () => toastSuccess('The job runs again.'),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'jobRetried'),
  })
}
