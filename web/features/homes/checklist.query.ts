/** GET and DELETE /office/checklist, and POST /office/email. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'

/** Pause between reads while a test e-mail is on its way. */
const INTERVAL_MS = 2_000

/** @param awaitsEmail whether a test e-mail was requested here */
export function useChecklist(awaitsEmail: boolean) {
  const { role } = useSession()
  return useQuery({
    queryKey: queryKeys.checklist,
    queryFn: () => call(api.getChecklist),
    enabled: role === 'admin',
    refetchInterval: ({ state }) =>
      awaitsEmail && state.data?.items.some(({ item, done }) => item === 'email' && !done) ? INTERVAL_MS : false,
  })
}

export function usePutAway() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.dismissChecklist),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'checklistChanged'),
  })
}

export function useTestEmail() {
  return useMutation({
    mutationFn: () => call(api.sendTestEmail),
    onSuccess: ({ sent_to }) => toastSuccess(`We're sending an e-mail to ${sent_to}.`),
    onError: (error) => toastError(error.message),
  })
}
