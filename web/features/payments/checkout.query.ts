/** POST /checkout/preview: what selected classes cost together; POST /checkout: their seats and the intent of their order. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'

/** @param code a coupon; null for none */
export function checkoutPreviewQuery(cartIds: string[], code: string | null) {
  return queryOptions({
    queryKey: [...queryKeys.checkoutPreview, ...cartIds, code],
    queryFn: () => call(api.previewCheckout, { body: { cartIds, code } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Requests a seat of each class. @param due what the student is shown */
export function toCheckoutRequest(cartIds: string[], code: string | null, due: number) {
  return {
    key: [...cartIds, code, due],
    send: () => call(api.beginCheckout, { body: { cartIds, code, expected_due: due } }),
  }
}

/** Returns a function that completes an order of which the card pays nothing. It may be repeated. */
export function useCompleteOrder() {
  const client = useQueryClient()
  return async (orderId: string): Promise<void> => {
    await call(api.completeCheckout, { params: { id: orderId } })
    void refetchAfter(client, 'purchased')
  }
}
