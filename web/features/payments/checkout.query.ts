/** POST /checkout/preview: what selected classes cost together; POST /checkout: their seats and the intent of their order. */
import { queryOptions } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

export function checkoutPreviewQuery(cartIds: string[]) {
  return queryOptions({
    queryKey: [...queryKeys.checkoutPreview, ...cartIds],
    queryFn: () => call(api.previewCheckout, { body: { cartIds } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Requests a seat of each class. @param due what the student is shown */
export function toCheckoutRequest(cartIds: string[], due: number) {
  return {
    key: [...cartIds, due],
    send: async () => {
      const { clientSecret } = await call(api.beginCheckout, { body: { cartIds, expected_due: due } })
      if (clientSecret === null) throw new Error('An order without an amount cannot be paid here yet.')
      return { clientSecret }
    },
  }
}
