/** GET /payments/incidents: what the card provider reports and an admin has to see to. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

export function useIncidents() {
  const { role } = useSession()
  return useQuery({ queryKey: ['incidents'], queryFn: () => call(api.listIncidents), enabled: role === 'admin' })
}
