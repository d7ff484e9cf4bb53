/** GET /seats: the seats that the user has paid for, with the links of those for other people. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

export function useSeats(runId: string) {
  return useQuery({
    queryKey: queryKeys.seats,
    queryFn: () => call(api.listSeats),
    select: (seats) => seats.filter((seat) => seat.runId === runId),
  })
}
