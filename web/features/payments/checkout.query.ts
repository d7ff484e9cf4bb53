/** POST /checkout/preview: what selected classes cost together; POST /checkout: their seats and the intent of their order. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'

/** Means of payment beside the card. */
export interface Means {
  /** A coupon, and vouchers. */
  codes: string[]
  usesCredit: boolean
}

export function checkoutPreviewQuery(cartIds: string[], { codes, usesCredit }: Means) {
  return queryOptions({
    queryKey: [...queryKeys.checkoutPreview, ...cartIds, codes, usesCredit],
    queryFn: () => call(api.previewCheckout, { body: { cartIds, code: codes, use_credit: usesCredit } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Requests a seat of each class. @param due what the student is shown */
export function toCheckoutRequest(cartIds: string[], { codes, usesCredit }: Means, due: number) {
  const body = { cartIds, code: codes, use_credit: usesCredit, expected_due: due }
  return {
    key: [...cartIds, codes, usesCredit, due],
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
