/** Confirming an intent with a card, and the card owner's authentication. Source: https://docs.stripe.com/payments/3d-secure */
import { timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { declineOf, mistakeIn, type TypedCard, testCard, type UsedCard } from './cards.ts'
import * as Charges from './charges.ts'
import { disputeIfKnownFor } from './disputes.ts'
import { invalidRequest, notAuthenticated, SandboxError } from './errors.ts'
import { newId } from './ids.ts'
import * as Intents from './intents.ts'

export interface Confirmation {
  clientSecret: string
  card: TypedCard
  email: string | null
  name: string | null
}

/**
 * Charges a card for an intent, or asks its owner for authentication first. A declined card leaves the intent open for another.
 * @throws SandboxError with Stripe's own words, when the card is declined
 */
export async function confirm(
  db: Database,
  id: string,
  { clientSecret, ...given }: Confirmation,
): Promise<Intents.Row> {
  return settled(db, async (tx) => {
    const intent = await known(tx, id, clientSecret)
    Intents.refuseUnlessOpen(intent, 'confirm')
    const mistake = mistakeIn(given.card)
    if (mistake) return fail(tx, intent, mistake)
    const card = used(given)
    if (!testCard(card).asksFirst) return charge(tx, intent, card)
    const asking = { status: 'requires_action' as const, card, lastPaymentError: null }
    return Intents.change(tx, intent, asking, 'payment_intent.requires_action')
  })
}

/**
 * Ends the authentication that an intent waits for: the card is charged, or another is asked for.
 * @throws SandboxError when it failed, or the card is declined in spite of it
 */
export async function authenticate(
  db: Database,
  id: string,
  { clientSecret, passed }: { clientSecret: string; passed: boolean },
): Promise<Intents.Row> {
  return settled(db, async (tx) => {
    const intent = await known(tx, id, clientSecret)
    if (intent.status !== 'requires_action' || !intent.card) throw Intents.unexpectedState(intent, 'authenticate')
    if (!passed) return fail(tx, intent, notAuthenticated())
    return charge(tx, intent, { ...intent.card, authenticated: true })
  })
}

/** The intent, for whoever holds its client secret. */
export async function retrieve(db: Database, id: string, clientSecret: string): Promise<Intents.Row> {
  const intent = await Intents.retrieve(db, id)
  refuseOtherSecret(intent, clientSecret)
  return intent
}

/** Commits what an error leaves behind before it is thrown. */
async function settled(
  db: Database,
  work: (tx: Database) => Promise<Intents.Row | SandboxError>,
): Promise<Intents.Row> {
  const outcome = await transaction(db, work)
  if (outcome instanceof SandboxError) throw outcome
  return outcome
}

async function known(tx: Database, id: string, clientSecret: string): Promise<Intents.Row> {
  const intent = await Intents.lock(tx, id)
  refuseOtherSecret(intent, clientSecret)
  return intent
}

function refuseOtherSecret(intent: Intents.Row, clientSecret: string): void {
  const [sent, expected] = [Buffer.from(clientSecret), Buffer.from(intent.clientSecret)]
  if (sent.length === expected.length && timingSafeEqual(sent, expected)) return
  throw invalidRequest('The client_secret provided does not match any associated PaymentIntent on this account.', {
    param: 'client_secret',
  })
}

function used({ card, email, name }: Omit<Confirmation, 'clientSecret'>): UsedCard {
  const { number, exp_month: expMonth, exp_year: expYear } = card
  return { paymentMethod: newId('pm'), number, expMonth, expYear, email, name, authenticated: false }
}

async function charge(tx: Database, intent: Intents.Row, card: UsedCard): Promise<Intents.Row | SandboxError> {
  const made = await Charges.make(tx, intent, card)
  const declined = declineOf(card)
  if (declined) return fail(tx, { ...intent, latestCharge: made.id }, declined)
  const values = { status: 'succeeded' as const, card, latestCharge: made.id, lastPaymentError: null }
  const paid = await Intents.change(tx, intent, values, 'payment_intent.succeeded')
  await disputeIfKnownFor(tx, made)
  return paid
}

/** Leaves the intent open for another card, with what was wrong with this one. */
async function fail(tx: Database, intent: Intents.Row, error: SandboxError): Promise<SandboxError> {
  const { latestCharge } = intent
  const status = 'requires_payment_method' as const
  const lastPaymentError = { ...error.body, ...(latestCharge ? { charge: latestCharge } : {}) }
  const values = { status, card: null, latestCharge, lastPaymentError }
  return error.about(Intents.show(await Intents.change(tx, intent, values, 'payment_intent.payment_failed')))
}
