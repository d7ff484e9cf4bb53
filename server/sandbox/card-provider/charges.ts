/** Charges: each attempt to charge a card, and its outcome. Source: https://docs.stripe.com/api/charges */
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database } from '#server/platform/database/database.ts'
import { charges, type intents } from './card-sandbox.table.ts'
import { findDecline, toCardDetails, type UsedCard } from './cards.ts'
import { noSuch } from './errors.ts'
import type { NewEvent } from './events.ts'
import { newId, now } from './ids.ts'

export type Row = typeof charges.$inferSelect

/** A charge as Stripe's API shows it. Source: https://docs.stripe.com/api/charges/object */
export function toResponse(row: Row): Stripe.Charge {
  const paid = row.status === 'succeeded'
  return {
    id: row.id,
    object: 'charge',
    amount: row.amount,
    amount_captured: paid ? row.amount : 0,
    amount_refunded: row.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: row.card.email, name: row.card.name, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: paid,
    created: row.created,
    currency: row.currency,
    customer: null,
    description: row.description,
    disputed: row.disputed,
    failure_balance_transaction: null,
    failure_code: row.failureCode,
    failure_message: row.failureMessage,
    fraud_details: {},
    livemode: false,
    metadata: row.metadata,
    on_behalf_of: null,
    outcome: null,
    paid,
    payment_intent: row.paymentIntent,
    payment_method: row.card.paymentMethod,
    payment_method_details: { type: 'card', card: toCardDetails(row.card, row.amount) },
    receipt_email: row.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: row.amountRefunded === row.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  }
}

/** Charges a card for an intent, or records that its bank declined, without an event. */
export async function create(tx: Database, intent: typeof intents.$inferSelect, card: UsedCard): Promise<Row> {
  const decline = findDecline(card)
  const { amount, currency, metadata, receiptEmail, description } = intent
  const values = {
    id: newId('ch'),
    paymentIntent: intent.id,
    ...{ amount, currency, metadata, receiptEmail, description, card },
    status: decline ? ('failed' as const) : ('succeeded' as const),
    failureCode: decline?.body.code ?? null,
    failureMessage: decline?.message ?? null,
    created: now(),
  }
  const [row] = await tx.insert(charges).values(values).returning()
  return requireRow(row, values.id)
}

/** Returns the event of a new charge, which the caller records. */
export function toEvent(row: Row): NewEvent {
  return { type: row.status === 'failed' ? 'charge.failed' : 'charge.succeeded', data: { object: toResponse(row) } }
}

export async function retrieve(db: Database, id: string): Promise<Row> {
  const [row] = await db.select().from(charges).where(eq(charges.id, id))
  return requireRow(row, id)
}

/** Returns a charge and locks it until the transaction ends. */
export async function lock(tx: Database, id: string): Promise<Row> {
  const [row] = await tx.select().from(charges).where(eq(charges.id, id)).for('update')
  return requireRow(row, id)
}

export async function change(tx: Database, id: string, values: Partial<Row>): Promise<Row> {
  const [row] = await tx.update(charges).set(values).where(eq(charges.id, id)).returning()
  return requireRow(row, id)
}

function requireRow(row: Row | undefined, id: string): Row {
  if (row) return row
  throw noSuch('charge', id, 'charge')
}
