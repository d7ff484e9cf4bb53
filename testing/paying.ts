/** Pays as a browser does, in tests. */
import type { LightMyRequestResponse } from 'fastify'
import { api } from '../contract/api.ts'
import { toMajor } from '../contract/values/money.ts'
import type { ClassRow } from '../demo/factories.ts'
import type { Visitor } from './visitor.ts'

export const VALID_CARD = '4242424242424242'
export const DECLINED_CARD = '4000000000000002'
export const NO_FUNDS_CARD = '4000000000009995'
/** Requires authentication. */
export const AUTHENTICATION_CARD = '4000002500003155'
/** Requires authentication, and has insufficient funds. */
export const AUTHENTICATION_NO_FUNDS_CARD = '4000008260003178'
/** Its payments succeed and are disputed. */
export const DISPUTED_CARD = '4000000000000259'
/** Its refunds are pending at first. */
export const SLOW_REFUND_CARD = '4000000000007726'
/** Its refunds succeed at first and fail later. */
export const FAILING_REFUND_CARD = '4000000000005126'

/** Returns the intent id in a client secret. */
export function intentIn(clientSecret: string): string {
  return clientSecret.slice(0, clientSecret.indexOf('_secret_'))
}

/** Builds the form with which a browser confirms a card. */
export function buildCardForm(
  clientSecret: string,
  number: string,
  options: { exp_year?: string; cvc?: string } = {},
): URLSearchParams {
  const card = { number, exp_month: '12', exp_year: '2034', cvc: '123', ...options }
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
  return new URLSearchParams([['client_secret', clientSecret], ...fields])
}

/** Confirms a card at the sandbox, as its form in the browser does. */
export function confirmCard(
  visitor: Visitor,
  clientSecret: string,
  number = VALID_CARD,
  options: { exp_year?: string; cvc?: string } = {},
): Promise<LightMyRequestResponse> {
  return postToSandbox(visitor, clientSecret, 'confirm', buildCardForm(clientSecret, number, options))
}

/** Completes or fails the authentication that a card requires. */
export function authenticateCard(
  visitor: Visitor,
  clientSecret: string,
  result: 'complete' | 'fail' = 'complete',
): Promise<LightMyRequestResponse> {
  const form = new URLSearchParams({ client_secret: clientSecret, result })
  return postToSandbox(visitor, clientSecret, 'authenticate', form)
}

function postToSandbox(
  visitor: Visitor,
  clientSecret: string,
  verb: string,
  form: URLSearchParams,
): Promise<LightMyRequestResponse> {
  return visitor.request('POST', `/card-sandbox/v1/payment_intents/${intentIn(clientSecret)}/${verb}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
}

/** A class to buy, and which of its runs; without one, the earliest; and for how many; for one by default. */
type Chosen = Pick<ClassRow, 'id' | 'listPriceMinor'> & { runId?: string; party?: number }

/** Selects a class and begins to pay for it. */
export async function beginPaying(
  student: Visitor,
  chosen: Chosen,
  currency = 'usd',
): Promise<{ cartId: string; clientSecret: string }> {
  const { id: classId, runId, party: seats } = chosen
  const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId, runId, seats } })
  const price = toMajor(chosen.listPriceMinor, currency)
  const { clientSecret } = await student.call(api.createPaymentIntent, { body: { price, cartId } })
  return { cartId, clientSecret }
}

/** Selects, pays and records the payment. Returns the transaction id. */
export async function buy(student: Visitor, chosen: Chosen, currency = 'usd'): Promise<string> {
  const { clientSecret } = await beginPaying(student, chosen, currency)
  await confirmCard(student, clientSecret)
  const transactionId = intentIn(clientSecret)
  await student.call(api.recordPayment, { body: { transactionId } })
  return transactionId
}

/** Selects classes and begins to pay for all of them at once. */
export async function beginPayingAll(student: Visitor, chosen: Chosen[]) {
  const cartIds: string[] = []
  for (const { id: classId, runId, party: seats } of chosen)
    cartIds.push((await student.call(api.selectClass, { body: { classId, runId, seats } })).insertedId)
  return { cartIds, ...(await checkOut(student, cartIds)) }
}

/** Begins to pay for selected classes at once, at the amount that the preview shows. */
export async function checkOut(student: Visitor, cartIds: string[]) {
  const { due } = await student.call(api.previewCheckout, { body: { cartIds } })
  const started = await student.call(api.beginCheckout, { body: { cartIds, expected_due: due } })
  return { ...started, clientSecret: started.clientSecret ?? '' }
}

/** Selects classes, pays for all of them at once and records the payment. Returns the transaction id. */
export async function buyAll(student: Visitor, chosen: Chosen[], card = VALID_CARD): Promise<string> {
  const { clientSecret } = await beginPayingAll(student, chosen)
  await confirmCard(student, clientSecret, card)
  const transactionId = intentIn(clientSecret)
  await student.call(api.recordPayment, { body: { transactionId } })
  return transactionId
}
