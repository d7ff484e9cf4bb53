/** GET /calendar: the user's calendar feed and reminders. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { toastError } from '#web/ui/toasts.ts'

export function useCalendarSettings() {
  const { user } = useSession()
  return useQuery({
    queryKey: [...queryKeys.calendar, user?.email],
    queryFn: () => call(api.getCalendarSettings),
    enabled: user !== null,
  })
}

/** A change of the settings, after which they are read again. */
export function useCalendarChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'calendarChanged'),
  })
}
