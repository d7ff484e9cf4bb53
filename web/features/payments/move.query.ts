/** GET and POST /enroll/run/{id}/move: what a move to another date costs, and the seat and the intent of its order. */
import { queryOptions } from '@tanstack/react-query'
import type { StartedMove } from '#contract/moves.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

export function moveQuery(from: string, to: string) {
  return queryOptions({
    queryKey: [...queryKeys.move, from, to],
    queryFn: () => call(api.getMove, { params: { id: from }, query: { runId: to } }),
    gcTime: 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Requests the seat of another date. @param due what the student is shown */
export function toMoveRequest({ from, to }: { from: string; to: string }, due: number, usesCredit: boolean) {
  const body = { runId: to, expected_due: due, use_credit: usesCredit }
  return {
    key: ['move', from, to, due, usesCredit],
    send: async (): Promise<StartedMove> => {
      const started = await call(api.moveEnrolment, { params: { id: from }, body })
      if ('clientSecret' in started) return started
      throw new Error('You have this date already.')
    },
  }
}
