/** GET /status, and what admins do about it. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { useAction } from '#web/use-action.ts'

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
  return useAction((id: string) => call(api.dismissTimeCheck, { params: { id } }), { after: 'timeChecked' })
}

export function useRetryJob() {
  return useAction((id: string) => call(api.retryJob, { params: { id } }), {
    after: 'jobRetried',
    done: 'The job runs again.',
  })
}
