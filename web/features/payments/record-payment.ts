/** POST /payments, after the card provider has charged the card. */
import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import type { Payer } from './card-provider.ts'

interface ChargedPayment {
  /** Absent where several classes are paid for. */
  item?: CartItem | undefined
  payer: Payer
  transactionId: string
}

/**
 * Returns a function that records a payment. It may be repeated, since the server knows the transaction.
 * Where the money goes back instead, it refetches the cart item, which is gone, so that the page shows the refund.
 */
export function useRecordPayment() {
  const client = useQueryClient()
  return async ({ item, payer, transactionId }: ChargedPayment): Promise<void> => {
    const purchase = item && toPurchase(item)
    try {
      await call(api.recordPayment, { body: { ...payer, ...purchase, transactionId } })
    } catch (error) {
      if (isMoneyReturned(error)) await refetchAfter(client, 'purchaseReturned')
      throw error
    }
    void refetchAfter(client, 'purchased')
  }
}

/** The fields of the specification. */
function toPurchase({ _id: cartId, classId, className, classImage, price }: CartItem) {
  return { price, cartId, classId, className, classImage, status: 'pending', created_at: Date.now() } as const
}

/** Returns whether the card was charged and the money goes back. */
export function isMoneyReturned(error: unknown): boolean {
  return error instanceof CallError && error.code === 'MONEY_RETURNED'
}

const UNCONFIRMED = "We couldn't confirm your payment yet. Try again; you won't be charged twice."

/** Returns the server's message for a final refusal, and asks to try again after any other failure. */
export function describeRecordError(error: unknown): string {
  if (!(error instanceof CallError)) return UNCONFIRMED
  const isTemporary = error.statusCode === 0 || error.statusCode >= 500 || error.code === 'NOT_PAID'
  return isTemporary ? UNCONFIRMED : error.message
}
