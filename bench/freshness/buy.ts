/** Buying a seat over HTTP, up to the moment before the write that the catalogue shows. */
import { api } from '../../contract/api.ts'
import type { SchoolClass } from '../../contract/classes.ts'
import { GOOD_CARD, intentIn } from '../../tests/paying.ts'
import type { SignedIn } from '../signed-in.ts'

/** Selects a class and begins to pay; answers how to end it: the card is charged, and the payment recorded. */
export async function beginToBuy(
  school: string,
  student: SignedIn,
  { _id: classId, price }: SchoolClass,
): Promise<() => Promise<void>> {
  const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId } })
  const { clientSecret } = await student.call(api.createPaymentIntent, { body: { price, cartId } })
  const transactionId = intentIn(clientSecret)
  return async () => {
    await chargeCard(`${school}/card-sandbox/v1/payment_intents/${transactionId}/confirm`, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId } })
  }
}

async function chargeCard(address: string, clientSecret: string): Promise<void> {
  const card = { number: GOOD_CARD, exp_month: '12', exp_year: '2034', cvc: '123' }
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
  const body = new URLSearchParams([['client_secret', clientSecret], ...fields])
  const answer = await fetch(address, { method: 'POST', body })
  if (!answer.ok) throw new Error(`the card was refused: ${await answer.text()}`)
}
