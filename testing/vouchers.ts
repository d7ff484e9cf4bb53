/** Gift vouchers, in tests. */
import { api } from '../contract/api.ts'
import type { VoucherOrder } from '../contract/vouchers.ts'
import { confirmCard, intentIn, VALID_CARD } from './paying.ts'
import type { Visitor } from './visitor.ts'

/** Makes a voucher without a payment. */
export async function makeVoucher(admin: Visitor, amount: number) {
  const { insertedId: id, code } = await admin.call(api.makeVoucher, { body: { amount, reason: 'Raffle' } })
  return { id, code }
}

/** Buys a voucher. Returns its id, and that of the intent. */
export async function buyVoucher(buyer: Visitor, fields: Partial<VoucherOrder> = {}, card = VALID_CARD) {
  const body = { amount: 50, recipient_name: 'Grace Hopper', ...fields }
  const { clientSecret, orderId, number } = await buyer.call(api.buyVoucher, { body })
  await confirmCard(buyer, clientSecret ?? '', card)
  const transactionId = intentIn(clientSecret ?? '')
  const { paymentResult } = await buyer.call(api.recordPayment, { body: { transactionId } })
  return { id: paymentResult.insertedId, transactionId, orderId, number }
}
