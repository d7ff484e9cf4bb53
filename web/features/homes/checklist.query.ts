/** GET and DELETE /office/checklist, and POST /office/email. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useAction } from '#web/use-action.ts'

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
  return useAction(() => call(api.dismissChecklist), { after: 'checklistChanged' })
}

export function useTestEmail() {
  return useAction(() => call(api.sendTestEmail), {
    done: ({ sent_to }) => toastSuccess(`We're sending an e-mail to ${sent_to}.`),
  })
}
