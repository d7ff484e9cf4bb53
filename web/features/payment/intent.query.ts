/** POST /create-payment-intent: asked like a query, since asking again answers the same live intent and renews the hold. */
import { useQuery } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { HOLD_MINUTES } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'

export function useIntent({ _id: cartId, price }: CartItem) {
  return useQuery({
    queryKey: ['intent', cartId, price],
    queryFn: () => call(api.createPaymentIntent, { body: { price, cartId } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => state.data !== undefined && !isRefusal(state.error) && (HOLD_MINUTES / 2) * 60_000,
    refetchOnWindowFocus: false,
  })
}

/** Whether the school has said no, which an intent that was answered before does not outlive; a lost connection it does. */
export function isRefusal(error: Error | null): error is CallError {
  return error instanceof CallError && (error.statusCode === 404 || error.statusCode === 409)
}
