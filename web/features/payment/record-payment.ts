/** POST /payments, after the card provider has said yes; and what is out of date then. */
import { useQueryClient } from '@tanstack/react-query'
import type { CartItem } from '#contract/cart.ts'
import { api, call } from '#web/api.ts'

interface Paid {
  item: CartItem
  payer: { email: string; name: string }
  transactionId: string
}

/** Answers the function that records a payment. Repeating it is safe: the server knows the transaction. */
export function useRecordPayment() {
  const client = useQueryClient()
  return async ({ item, payer, transactionId }: Paid): Promise<void> => {
    const { _id: cartId, classId, className, classImage, price } = item
    const status = 'pending' as const
    const bought = { price, cartId, classId, className, classImage, status, created_at: Date.now() }
    await call(api.recordPayment, { body: { ...payer, ...bought, transactionId } })
    for (const key of ['cart', 'payments', 'enrolled']) void client.invalidateQueries({ queryKey: [key] })
  }
}
