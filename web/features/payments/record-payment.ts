/** POST /payments, after the card provider has charged the card. */
import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'

interface ChargedPayment {
  item: CartItem
  payer: { email: string; name: string }
  transactionId: string
}

/**
 * Returns a function that records a payment. It may be repeated, since the server knows the transaction.
 * Where the money goes back instead, it refetches the cart item, which is gone, so that the page shows the refund.
 */
export function useRecordPayment() {
  const client = useQueryClient()
  return async ({ item, payer, transactionId }: ChargedPayment): Promise<void> => {
    const { _id: cartId, classId, className, classImage, price } = item
    const status = 'pending' as const
    const purchase = { price, cartId, classId, className, classImage, status, created_at: Date.now() }
    try {
      await call(api.recordPayment, { body: { ...payer, ...purchase, transactionId } })
    } catch (error) {
      if (error instanceof CallError && error.code === 'MONEY_RETURNED') await refetchAfter(client, 'purchaseReturned')
      throw error
    }
    void refetchAfter(client, 'purchased')
  }
}

const UNCONFIRMED = "We couldn't confirm your payment yet. Try again; you won't be charged twice."

/** Returns the server's message for a final refusal, and asks to try again after any other failure. */
export function describeRecordError(error: unknown): string {
  if (!(error instanceof CallError)) return UNCONFIRMED
  const isTemporary = error.statusCode === 0 || error.statusCode >= 500 || error.code === 'NOT_PAID'
  return isTemporary ? UNCONFIRMED : error.message
}
