/** POST /payments, after the card provider has said yes; and what is out of date then. */
import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { api, call } from '#web/api.ts'

interface Paid {
  item: CartItem
  payer: { email: string; name: string }
  transactionId: string
}

/**
 * Answers the function that records a payment. Repeating it is safe: the server knows the transaction. Where the money goes
 * back instead, the cart item is read again and found gone, so that the page says what became of it.
 */
export function useRecordPayment() {
  const client = useQueryClient()
  const outdate = (keys: string[]) => Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
  return async ({ item, payer, transactionId }: Paid): Promise<void> => {
    const { _id: cartId, classId, className, classImage, price } = item
    const status = 'pending' as const
    const bought = { price, cartId, classId, className, classImage, status, created_at: Date.now() }
    try {
      await call(api.recordPayment, { body: { ...payer, ...bought, transactionId } })
    } catch (error) {
      if (error instanceof CallError && error.code === 'MONEY_RETURNED')
        await outdate(['cart', 'payments', 'cart item'])
      throw error
    }
    void outdate(['cart', 'payments', 'enrolled'])
  }
}
