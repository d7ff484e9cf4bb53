/** POST /checkout/preview: what selected classes cost together; POST /checkout: their seats and the intent of their order. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'

/** What pays beside the card. */
export interface Means {
  /** A coupon; null for none. */
  code: string | null
  usesCredit: boolean
}

export function checkoutPreviewQuery(cartIds: string[], { code, usesCredit }: Means) {
  return queryOptions({
    queryKey: [...queryKeys.checkoutPreview, ...cartIds, code, usesCredit],
    queryFn: () => call(api.previewCheckout, { body: { cartIds, code, use_credit: usesCredit } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Requests a seat of each class. @param due what the student is shown */
export function toCheckoutRequest(cartIds: string[], { code, usesCredit }: Means, due: number) {
  const body = { cartIds, code, use_credit: usesCredit, expected_due: due }
  return {
    key: [...cartIds, code, usesCredit, due],
    send: () => call(api.beginCheckout, { body }),
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
