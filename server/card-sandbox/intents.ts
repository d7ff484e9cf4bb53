/** The sandbox's payment intents: what Stripe does with them, as far as the school needs it. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { events, intents } from './card-sandbox.table.ts'
import { cardDeclined, invalidRequest, SandboxError } from './errors.ts'

export type Row = typeof intents.$inferSelect

/** An intent as Stripe's API shows it. Source: https://docs.stripe.com/api/payment_intents/object */
export function show(row: Row) {
  return {
    id: row.id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: ['card'],
    amount: row.amount,
    amount_capturable: 0,
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    capture_method: 'automatic_async',
    client_secret: row.clientSecret,
    confirmation_method: 'automatic',
    created: row.created,
    currency: row.currency,
    customer: null,
    description: row.description,
    last_payment_error: row.lastPaymentError,
    latest_charge: row.latestCharge,
    livemode: false,
    metadata: row.metadata,
    next_action: null,
    payment_method_types: ['card'],
    receipt_email: row.receiptEmail,
    status: row.status,
  }
}

export interface NewIntent {
  amount: number
  currency: string
  metadata?: Record<string, string>
  receiptEmail?: string
  description?: string
}

/** A new intent that waits for a card. */
export async function create(
  db: Database,
  { metadata = {}, receiptEmail, description, ...money }: NewIntent,
): Promise<Row> {
  const id = `pi_${token(12)}`
  const values = {
    ...money,
    id,
    clientSecret: `${id}_secret_${token(12)}`,
    status: 'requires_payment_method' as const,
    metadata,
    receiptEmail: receiptEmail ?? null,
    description: description ?? null,
    created: now(),
  }
  const [row] = await db.insert(intents).values(values).returning()
  return found(row, id)
}

export async function retrieve(db: Database, id: string): Promise<Row> {
  const [row] = await db.select().from(intents).where(eq(intents.id, id))
  return found(row, id)
}

/** Cancels an intent that has not come to its end. */
export async function cancel(db: Database, id: string): Promise<Row> {
  return transaction(db, async (tx) => {
    const row = await openIntent(tx, id, 'cancel')
    return change(tx, row, { status: 'canceled' }, 'payment_intent.canceled')
  })
}

/**
 * Charges a card for an intent. A declined one leaves the intent open for another card.
 * @throws SandboxError with Stripe's own words, when the card is declined
 */
export async function confirm(db: Database, id: string, clientSecret: string, card: Card): Promise<Row> {
  const outcome = await transaction(db, async (tx) => {
    const row = await openIntent(tx, id, 'confirm')
    if (row.clientSecret !== clientSecret)
      throw invalidRequest('The client_secret provided does not match.', 'client_secret')
    const declined = refusalOf(card)
    if (!declined) {
      return change(tx, row, { status: 'succeeded', latestCharge: `ch_${token(12)}` }, 'payment_intent.succeeded')
    }
    await change(tx, row, { lastPaymentError: declined.body }, 'payment_intent.payment_failed')
    return declined
  })
  if (outcome instanceof SandboxError) throw outcome
  return outcome
}

export interface Card {
  number: string
  exp_month: number
  exp_year: number
  cvc: string
}

/** Stripe's test cards that do not simply succeed. Source: https://docs.stripe.com/testing#declined-payments */
const DECLINED: Record<string, [code: string, declineCode: string | undefined, message: string]> = {
  '4000000000000002': ['card_declined', 'generic_decline', 'Your card was declined.'],
  '4000000000009995': ['card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  '4000000000000069': ['expired_card', undefined, 'Your card has expired.'],
  '4000000000000127': ['incorrect_cvc', undefined, "Your card's security code is incorrect."],
}

function refusalOf({ number, exp_month, exp_year, cvc }: Card): SandboxError | null {
  if (!passesLuhn(number)) return cardDeclined('incorrect_number', undefined, 'Your card number is incorrect.')
  if (new Date(exp_year, exp_month) <= new Date()) {
    return cardDeclined('invalid_expiry_year', undefined, "Your card's expiration date is in the past.")
  }
  if (!/^\d{3,4}$/.test(cvc)) return cardDeclined('invalid_cvc', undefined, "Your card's security code is invalid.")
  const declined = DECLINED[number]
  return declined ? cardDeclined(...declined) : null
}

/** The check digit of a card number. Source: ISO/IEC 7812-1, annex B. */
function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, i) => total + (i % 2 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit), 0)
  return sum % 10 === 0
}

async function openIntent(tx: Database, id: string, verb: string): Promise<Row> {
  const [row] = await tx.select().from(intents).where(eq(intents.id, id)).for('update')
  const { status } = found(row, id)
  if (status === 'requires_payment_method') return found(row, id)
  throw new SandboxError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${status}.`,
    payment_intent: show(found(row, id)),
  })
}

async function change(tx: Database, row: Row, values: Partial<Row>, event: string): Promise<Row> {
  const [changed] = await tx.update(intents).set(values).where(eq(intents.id, row.id)).returning()
  const after = found(changed, row.id)
  const data = { object: show(after) }
  await tx.insert(events).values({ id: `evt_${token(12)}`, type: event, data, created: now(), nextTry: Date.now() })
  return after
}

function found(row: Row | undefined, id: string): Row {
  if (row) return row
  throw new SandboxError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'intent',
    message: `No such payment_intent: '${id}'`,
  })
}

/** Seconds since 1970, as the provider counts. */
function now(): number {
  return Math.floor(Date.now() / 1000)
}

function token(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
