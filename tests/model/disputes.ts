/** The verbs about disputes, as in verbs.ts. */
import { expect } from 'vitest'
import { handleWebhookEvent } from '../../server/domains/payments/webhook-events.ts'
import { DISPUTED_CARD, intentIn } from '../../testing/paying.ts'
import { at, endEnrolment, key, settle } from './model.ts'
import type { Do, Real } from './verbs.ts'

/** Pays with a card whose payments are disputed. The event of the dispute is not lost. */
export const dispute: Do = async (m, r, p, c) => {
  const pair = key(p, c)
  const order = m.open.get(pair)
  if (!order || order.paid) return
  expect(await r.provider.confirm(order.clientSecret, DISPUTED_CARD)).toBe(200)
  await notify(r, order.clientSecret, 'charge.dispute.created')
  if (settle(m, p, c)) m.disputed.set(pair, order.clientSecret)
  else await win(r, order.clientSecret)
}

/** Ends the dispute of an enrolment. The students of a withdrawn class are refunded then. */
export const winDispute: Do = async (m, r, p, c) => {
  const pair = key(p, c)
  const clientSecret = m.disputed.get(pair)
  if (!clientSecret) return
  await win(r, clientSecret)
  m.disputed.delete(pair)
  if (at(m.classes, c).withdrawn) endEnrolment(m, p, c)
}

async function win(r: Real, clientSecret: string): Promise<void> {
  const { disputes } = r.provider.stripe
  const { data } = await disputes.list({ payment_intent: intentIn(clientSecret) })
  await disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } })
  await notify(r, clientSecret, 'charge.dispute.closed')
}

async function notify(r: Real, clientSecret: string, type: string): Promise<void> {
  const intentId = intentIn(clientSecret)
  await handleWebhookEvent(r.application.services, { id: `${type} ${intentId}`, type, intentId })
}
