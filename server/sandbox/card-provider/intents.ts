/** Payment intents, from creation to payment or cancellation. Source: https://docs.stripe.com/payments/paymentintents/lifecycle */
import { randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { CURRENCIES, readCurrency } from '#contract/values/currency.ts'
import { formatMoney, fromProviderAmount } from '#contract/values/money.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import { charges, intents } from './card-sandbox.table.ts'
import * as Charges from './charges.ts'
import { invalidRequest, noSuch, type SandboxError } from './errors.ts'
import { type EventType, recordEvents } from './events.ts'
import { newId, now } from './ids.ts'
import { isOnPage, type Paging, toPage } from './lists.ts'

export type Row = typeof intents.$inferSelect
type IntentEventType = Extract<EventType['type'], `payment_intent.${string}`>

/** An intent as Stripe's API shows it. Source: https://docs.stripe.com/api/payment_intents/object */
export function toResponse(row: Row, charge?: Stripe.Charge): Stripe.PaymentIntent {
  return {
    id: row.id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: row.amount,
    amount_capturable: 0,
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: row.canceledAt,
    cancellation_reason: row.cancellationReason,
    capture_method: 'automatic_async',
    client_secret: row.clientSecret,
    confirmation_method: 'automatic',
    created: row.created,
    currency: row.currency,
    customer: null,
    customer_account: null,
    description: row.description,
    excluded_payment_method_types: null,
    last_payment_error: row.lastPaymentError,
    latest_charge: charge ?? row.latestCharge,
    livemode: false,
    managed_payments: null,
    metadata: row.metadata,
    next_action: row.status === 'requires_action' ? AUTHENTICATE : null,
    on_behalf_of: null,
    payment_method: row.card?.paymentMethod ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: row.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_group: null,
  }
}

const AUTHENTICATE: Stripe.PaymentIntent.NextAction = {
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'three_d_secure' },
}

export interface NewIntent {
  amount: number
  currency: string
  metadata: Record<string, string>
  receipt_email?: string | undefined
  description?: string | undefined
}

/** @throws SandboxError like Stripe's. Sources: https://docs.stripe.com/currencies and https://docs.stripe.com/error-codes */
function requireValidAmount(amount: number, currency: string): void {
  if (!CURRENCIES.has(currency)) {
    const all = [...CURRENCIES.keys()].join(', ')
    const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${all}`
    throw invalidRequest(message, { param: 'currency' })
  }
  const { minimum, providerDecimals, digits } = readCurrency(currency)
  const smallest = Math.ceil(minimum * 10 ** providerDecimals)
  if (amount < smallest) {
    const message = `Amount must be at least ${formatAmount(smallest, currency)} ${currency}`
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' })
  }
  const largest = 10 ** digits - 1
  if (amount > largest) {
    const message = `Amount must be no more than ${formatAmount(largest, currency)}`
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' })
  }
  requireMultiple(amount, currency)
}

/** @throws SandboxError for a part of a unit that the currency does not have */
export function requireMultiple(amount: number, currency: string): void {
  const { multiple } = readCurrency(currency)
  if (amount % multiple === 0) return
  throw invalidRequest(`Amounts in ${currency} must be divisible by ${multiple}.`, { param: 'amount' })
}

export function formatAmount(amount: number, currency: string): string {
  return formatMoney(fromProviderAmount(amount, currency), currency)
}

/** Creates an intent that waits for a card. */
export async function create(tx: Database, { amount, currency, metadata, ...rest }: NewIntent): Promise<Row> {
  requireValidAmount(amount, currency)
  const id = newId('pi')
  const values = {
    ...{ id, amount, currency, metadata },
    clientSecret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    status: 'requires_payment_method' as const,
    receiptEmail: rest.receipt_email ?? null,
    description: rest.description ?? null,
    created: now(),
  }
  const [row] = await tx.insert(intents).values(values).returning()
  const created = requireRow(row, id)
  await recordEvents(tx, { type: 'payment_intent.created', data: { object: toResponse(created) } })
  return created
}

export async function retrieve(db: Database, id: string): Promise<Row> {
  const [row] = await db.select().from(intents).where(eq(intents.id, id))
  return requireRow(row, id)
}

/** Returns Stripe's object of an intent, with its latest charge expanded where the caller asks for it. */
export async function retrieveWithCharge(db: Database, id: string, isExpanded: boolean): Promise<Stripe.PaymentIntent> {
  const [row] = await selectOne(db, { id })
  return toExpanded({ intent: requireRow(row?.intent, id), charge: row?.charge ?? null }, isExpanded)
}

/** Returns a page of intents, newest first. */
export async function list(
  db: Database,
  paging: Paging,
  isExpanded: boolean,
): Promise<Stripe.ApiList<Stripe.PaymentIntent>> {
  const after = paging.starting_after ? await retrieve(db, paging.starting_after) : undefined
  const rows = await selectWithCharge(db)
    .where(isOnPage(intents, paging, after))
    .orderBy(desc(intents.created), desc(intents.id))
    .limit(paging.limit + 1)
  const all = rows.map((row) => toExpanded(row, isExpanded))
  return toPage(all, paging, '/v1/payment_intents')
}

function selectWithCharge(db: Database) {
  return db
    .select({ intent: intents, charge: charges })
    .from(intents)
    .leftJoin(charges, eq(charges.id, intents.latestCharge))
}

const selectOne = prepare<{ id: string }>()((db, value) => selectWithCharge(db).where(eq(intents.id, value('id'))))

function toExpanded({ intent, charge }: { intent: Row; charge: Charges.Row | null }, isExpanded: boolean) {
  return toResponse(intent, isExpanded && charge ? Charges.toResponse(charge) : undefined)
}

/** Cancels an open intent. */
export async function cancel(tx: Database, id: string, cancellationReason: Row['cancellationReason']): Promise<Row> {
  const row = await lock(tx, id)
  requireOpen(row, 'cancel')
  const values = { status: 'canceled' as const, canceledAt: now(), cancellationReason }
  return change(tx, row, values, 'payment_intent.canceled')
}

/** Returns an intent and locks it until the transaction ends. */
export async function lock(tx: Database, id: string): Promise<Row> {
  const [row] = await selectLocked(tx, { id })
  return requireRow(row, id)
}

const selectLocked = prepare<{ id: string }>()((db, value) =>
  db
    .select()
    .from(intents)
    .where(eq(intents.id, value('id')))
    .for('update'),
)

/** An intent that waits for authentication is still open: it can be canceled, or confirmed with another card. */
export function requireOpen(row: Row, verb: string): void {
  if (row.status === 'requires_payment_method' || row.status === 'requires_action') return
  throw createStateError(row, verb)
}

export function createStateError(row: Row, verb: string): SandboxError {
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${row.status}.`
  return invalidRequest(message, { code: 'payment_intent_unexpected_state' }).withIntent(toResponse(row))
}

/** Changes an intent. @param charge the one that changes it, which has an event of its own */
export async function change(
  tx: Database,
  row: Row,
  values: Partial<Row>,
  type: IntentEventType,
  charge?: Charges.Row,
): Promise<Row> {
  const [changed] = await tx.update(intents).set(values).where(eq(intents.id, row.id)).returning()
  const after = requireRow(changed, row.id)
  const ofCharge = charge ? [Charges.toEvent(charge)] : []
  await recordEvents(tx, ...ofCharge, { type, data: { object: toResponse(after) } })
  return after
}

function requireRow(row: Row | undefined, id: string): Row {
  if (row) return row
  throw noSuch('payment_intent', id, 'intent')
}
