/** Paying as a browser does it, in tests. */
import type { LightMyRequestResponse } from 'fastify'
import { api } from '../contract/api.ts'
import { toMajor } from '../contract/money.ts'
import type { ClassRow } from '../demo/factories.ts'
import type { Visitor } from './visitor.ts'

export const GOOD_CARD = '4242424242424242'
export const DECLINED_CARD = '4000000000000002'
export const POOR_CARD = '4000000000009995'
/** Asks its owner for authentication first. */
export const CAREFUL_CARD = '4000002500003155'
/** Asks for authentication, and has no money then. */
export const CAREFUL_POOR_CARD = '4000008260003178'
/** Is paid with, and disputed. */
export const DISPUTED_CARD = '4000000000000259'
/** Its refunds are pending at first. */
export const SLOW_REFUND_CARD = '4000000000007726'
/** Its refunds succeed at first, and fail then. */
export const FAILING_REFUND_CARD = '4000000000005126'

/** The intent that a client secret belongs to. */
export function intentIn(clientSecret: string): string {
  return clientSecret.slice(0, clientSecret.indexOf('_secret_'))
}

/** Confirms a card with the sandbox, as its form in the browser does. */
export function confirmCard(
  visitor: Visitor,
  clientSecret: string,
  number = GOOD_CARD,
  said: { exp_year?: string; cvc?: string } = {},
): Promise<LightMyRequestResponse> {
  const card = { number, exp_month: '12', exp_year: '2034', cvc: '123', ...said }
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
  return toSandbox(visitor, clientSecret, 'confirm', Object.fromEntries(fields))
}

/** Says in the browser who one is, or not, where a card asked for it. */
export function authenticateCard(
  visitor: Visitor,
  clientSecret: string,
  result: 'complete' | 'fail' = 'complete',
): Promise<LightMyRequestResponse> {
  return toSandbox(visitor, clientSecret, 'authenticate', { result })
}

function toSandbox(
  visitor: Visitor,
  clientSecret: string,
  verb: string,
  fields: Record<string, string>,
): Promise<LightMyRequestResponse> {
  return visitor.request('POST', `/card-sandbox/v1/payment_intents/${intentIn(clientSecret)}/${verb}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: clientSecret, ...fields }).toString(),
  })
}

/** Selects a class and begins to pay for it. */
export async function beginPaying(
  student: Visitor,
  chosen: ClassRow,
  currency = 'usd',
): Promise<{ cartId: string; clientSecret: string }> {
  const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: chosen.id } })
  const price = toMajor(chosen.priceMinor, currency)
  const { clientSecret } = await student.call(api.createPaymentIntent, { body: { price, cartId } })
  return { cartId, clientSecret }
}

/** Everything from selecting to the recorded payment; answers the transaction id. */
export async function buy(student: Visitor, chosen: ClassRow, currency = 'usd'): Promise<string> {
  const { clientSecret } = await beginPaying(student, chosen, currency)
  await confirmCard(student, clientSecret)
  const transactionId = intentIn(clientSecret)
  await student.call(api.recordPayment, { body: { transactionId } })
  return transactionId
}
