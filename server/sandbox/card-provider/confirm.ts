/** Confirms an intent with a card, and authenticates the cardholder. Source: https://docs.stripe.com/payments/3d-secure */
import { timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { type CardInput, findCardError, findDecline, getTestCard, type UsedCard } from './cards.ts'
import * as Charges from './charges.ts'
import { disputeIfTestCard } from './disputes.ts'
import { createAuthenticationError, invalidRequest, SandboxError } from './errors.ts'
import { newId } from './ids.ts'
import * as Intents from './intents.ts'

export interface Confirmation {
  clientSecret: string
  card: CardInput
  email: string | null
  name: string | null
}

/**
 * Charges a card for an intent, or requires the cardholder's authentication first. After a declined card the intent stays open.
 * @throws SandboxError with Stripe's message, when the card is declined
 */
export async function confirm(
  db: Database,
  id: string,
  { clientSecret, ...input }: Confirmation,
): Promise<Intents.Row> {
  return commitOutcome(db, async (tx) => {
    const intent = await lockWithSecret(tx, id, clientSecret)
    Intents.requireOpen(intent, 'confirm')
    const cardError = findCardError(input.card)
    if (cardError) return fail(tx, intent, cardError)
    const card = toUsedCard(input)
    if (!getTestCard(card).requiresAuthentication) return charge(tx, intent, card)
    const values = { status: 'requires_action' as const, card, lastPaymentError: null }
    return Intents.change(tx, intent, values, 'payment_intent.requires_action')
  })
}

/**
 * Ends the authentication that an intent waits for. It charges the card, or requires another one.
 * @throws SandboxError when the authentication failed, or the card is declined in spite of it
 */
export async function authenticate(
  db: Database,
  id: string,
  { clientSecret, passed }: { clientSecret: string; passed: boolean },
): Promise<Intents.Row> {
  return commitOutcome(db, async (tx) => {
    const intent = await lockWithSecret(tx, id, clientSecret)
    if (intent.status !== 'requires_action' || !intent.card) throw Intents.createStateError(intent, 'authenticate')
    if (!passed) return fail(tx, intent, createAuthenticationError())
    return charge(tx, intent, { ...intent.card, authenticated: true })
  })
}

/** Returns the intent to the holder of its client secret. */
export async function retrieve(db: Database, id: string, clientSecret: string): Promise<Intents.Row> {
  const intent = await Intents.retrieve(db, id)
  requireSecret(intent, clientSecret)
  return intent
}

/** Commits the changes that `work` made, and then throws the error that it returned. */
async function commitOutcome(
  db: Database,
  work: (tx: Database) => Promise<Intents.Row | SandboxError>,
): Promise<Intents.Row> {
  const outcome = await transaction(db, work)
  if (outcome instanceof SandboxError) throw outcome
  return outcome
}

async function lockWithSecret(tx: Database, id: string, clientSecret: string): Promise<Intents.Row> {
  const intent = await Intents.lock(tx, id)
  requireSecret(intent, clientSecret)
  return intent
}

function requireSecret(intent: Intents.Row, clientSecret: string): void {
  const [sent, expected] = [Buffer.from(clientSecret), Buffer.from(intent.clientSecret)]
  if (sent.length === expected.length && timingSafeEqual(sent, expected)) return
  throw invalidRequest('The client_secret provided does not match any associated PaymentIntent on this account.', {
    param: 'client_secret',
  })
}

function toUsedCard({ card, email, name }: Omit<Confirmation, 'clientSecret'>): UsedCard {
  const { number, exp_month: expMonth, exp_year: expYear } = card
  return { paymentMethod: newId('pm'), number, expMonth, expYear, email, name, authenticated: false }
}

async function charge(tx: Database, intent: Intents.Row, card: UsedCard): Promise<Intents.Row | SandboxError> {
  const created = await Charges.create(tx, intent, card)
  const decline = findDecline(card)
  if (decline) return fail(tx, { ...intent, latestCharge: created.id }, decline, created)
  const values = { status: 'succeeded' as const, card, latestCharge: created.id, lastPaymentError: null }
  const paid = await Intents.change(tx, intent, values, 'payment_intent.succeeded', created)
  await disputeIfTestCard(tx, created)
  return paid
}

/** Leaves the intent open for another card, with the error of this one. */
async function fail(
  tx: Database,
  intent: Intents.Row,
  error: SandboxError,
  declined?: Charges.Row,
): Promise<SandboxError> {
  const { latestCharge } = intent
  const status = 'requires_payment_method' as const
  const lastPaymentError = { ...error.body, ...(latestCharge ? { charge: latestCharge } : {}) }
  const values = { status, card: null, latestCharge, lastPaymentError }
  const failed = await Intents.change(tx, intent, values, 'payment_intent.payment_failed', declined)
  return error.withIntent(Intents.toResponse(failed))
}
