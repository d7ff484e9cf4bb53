/** GET /holds: the seats that the user holds; POST /hold/{id}/release; and the repeated request for one more. */
import { useQuery } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import type { Hold } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useAction } from '#web/use-action.ts'

const RETRY_MS = 10_000

export function useHolds() {
  return useQuery({ queryKey: queryKeys.holds, queryFn: () => call(api.listHolds), refetchInterval: RETRY_MS })
}

/** Releases a seat. @param onReleased runs after the seat is free */
export function useReleaseHold(onReleased: () => void) {
  return useAction(({ _id }: Hold) => call(api.releaseHold, { params: { id: _id } }), {
    after: 'holdReleased',
    done: onReleased,
  })
}

/** A request for seats that may be repeated, with the key of what it asks for. */
export interface SeatRequest {
  key: readonly unknown[]
  send: () => Promise<unknown>
}

/** Sends the request every 10 seconds. Returns whether the response is no longer that the user must wait. */
export function useSeatRetry({ key, send }: SeatRequest): boolean {
  const { data } = useQuery({
    queryKey: [...queryKeys.seatRetry, ...key],
    queryFn: () => canContinue(send()),
    gcTime: 0,
    refetchInterval: RETRY_MS,
  })
  return data ?? false
}

/** Returns whether a request for a seat is worth repeating on the page: it succeeded, or was refused for another reason. */
async function canContinue(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    return error instanceof CallError && error.statusCode < 500 && error.code !== 'TOO_MANY_HOLDS'
  }
}
