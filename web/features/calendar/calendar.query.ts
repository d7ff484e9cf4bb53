/** GET /calendar: the user's calendar feed and reminders. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { useAction } from '#web/use-action.ts'

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
  return useAction(change, { after: 'calendarChanged' })
}
