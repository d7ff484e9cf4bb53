/**
 * POST /create-payment-intent and POST /checkout as queries: repeating it returns the same open intent and renews the hold. It is repeated while
 * the payment page is open.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { HOLD_MINUTES, MAX_HOLD_MINUTES } from '#contract/values/limits.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

const MINUTE_MS = 60_000

export interface HeldIntent {
  /** Null where the card pays nothing. */
  clientSecret: string | null
  /** Time at which this page first got the intent, and the end of the hold, in milliseconds. */
  heldSince: number
  heldUntil: number
  /** True of a seat that the school holds for longer than others. */
  isLong?: boolean
}

export function useIntent(item: CartItem) {
  const { key, send } = toSeatRequest(item)
  return useHeldIntent(key, send)
}

/** Requests a seat of a selected class. */
export function toSeatRequest({ _id: cartId, price }: CartItem) {
  return { key: [cartId, price], send: () => call(api.createPaymentIntent, { body: { price, cartId } }) }
}

/** Requests an intent, and renews its hold while the page is open. @param key of what it is for */
export function useHeldIntent<Sent extends { clientSecret: string | null; held_until?: number }>(
  key: readonly unknown[],
  send: () => Promise<Sent>,
  options: { enabled?: boolean } = {},
) {
  const client = useQueryClient()
  const queryKey = [...queryKeys.intent, ...key]
  return useQuery({
    ...options,
    queryKey,
    queryFn: async () => {
      const sent = await send()
      const held = { now: Date.now(), until: sent.held_until, previous: client.getQueryData<HeldIntent>(queryKey) }
      return { ...sent, ...toHeldIntent(sent.clientSecret, held) }
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      state.data !== undefined && !isAppError(state.error) && (HOLD_MINUTES / 2) * MINUTE_MS,
    refetchOnWindowFocus: false,
  })
}

/**
 * Returns the intent with the end of its hold, which the server renews up to a limit as long as it is the same intent.
 * @param held.until what the server says, whose clock may differ: it counts where it is longer by more than a minute
 */
export function toHeldIntent<Secret extends string | null>(
  clientSecret: Secret,
  { now, previous, until = 0 }: { now: number; previous?: HeldIntent | undefined; until?: number | undefined },
): HeldIntent & { clientSecret: Secret } {
  const heldSince = previous?.clientSecret === clientSecret ? previous.heldSince : now
  const limit = heldSince + MAX_HOLD_MINUTES * MINUTE_MS
  const heldUntil = Math.min(now + HOLD_MINUTES * MINUTE_MS, limit)
  const isLong = until > heldUntil + MINUTE_MS
  return { clientSecret, heldSince, heldUntil: isLong ? until : heldUntil, ...(isLong && { isLong }) }
}

/** True if the server has refused the call, which ends an earlier intent; a lost connection does not. */
export function isAppError(error: Error | null): error is CallError {
  return error instanceof CallError && (error.statusCode === 404 || error.statusCode === 409)
}
