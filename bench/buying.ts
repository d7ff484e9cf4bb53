/** Buys a seat over HTTP, up to the write that the catalogue shows. */
import { api } from '../contract/api.ts'
import type { SchoolClass } from '../contract/classes.ts'
import { buildCardForm, intentIn, VALID_CARD } from '../testing/paying.ts'
import type { SignedIn } from './signed-in.ts'

/** Selects a class and begins to pay. Returns a function that charges the card and records the payment. */
export async function beginToBuy(
  url: string,
  student: Pick<SignedIn, 'call'>,
  { _id: classId, price }: Pick<SchoolClass, '_id' | 'price'>,
): Promise<() => Promise<void>> {
  const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId } })
  const { clientSecret } = await student.call(api.createPaymentIntent, { body: { price, cartId } })
  const transactionId = intentIn(clientSecret)
  return async () => {
    await chargeCard(`${url}/card-sandbox/v1/payment_intents/${transactionId}/confirm`, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId } })
  }
}

async function chargeCard(url: string, clientSecret: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: buildCardForm(clientSecret, VALID_CARD) })
  if (!response.ok) throw new Error(`the card was refused: ${await response.text()}`)
}
