/** Refunds, whole or in parts. Sources: https://docs.stripe.com/api/refunds and https://docs.stripe.com/refunds */
import { and, desc, eq, isNotNull, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database } from '#server/platform/database/database.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { refunds } from './card-sandbox.table.ts'
import { getTestCard } from './cards.ts'
import * as Charges from './charges.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { recordEvents } from './events.ts'
import { newId, now } from './ids.ts'
import * as Intents from './intents.ts'
import { isOnPage, type Paging, toPage } from './lists.ts'

type Row = typeof refunds.$inferSelect

/** The time until a card's bank settles a refund that it does not settle at once. */
const BANK_MS = 1_000

/** A refund as Stripe's API shows it. Source: https://docs.stripe.com/api/refunds/object */
export function toResponse(row: Row): Stripe.Refund {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amount,
    balance_transaction: null,
    charge: row.charge,
    created: row.created,
    currency: row.currency,
    customer: null,
    customer_account: null,
    ...(row.failureReason ? { failure_reason: row.failureReason } : {}),
    metadata: row.metadata,
    payment_intent: row.paymentIntent,
    payment_method: null,
    reason: row.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
  }
}

export interface NewRefund {
  charge?: string | undefined
  payment_intent?: string | undefined
  /** By default all that is left. */
  amount?: number | undefined
  reason?: Row['reason'] | undefined
  metadata: Record<string, string>
}

/**
 * Refunds a charge, or a part of it. A pending refund already counts as refunded.
 * @throws SandboxError for more than is left, and for a disputed charge
 */
export async function create(tx: Database, input: NewRefund): Promise<Row> {
  const charge = await Charges.lock(tx, await findChargeId(tx, input))
  const amount = requireRefundable(charge, input.amount)
  const { refund } = getTestCard(charge.card)
  const values = {
    id: newId('re'),
    ...{ charge: charge.id, paymentIntent: charge.paymentIntent, amount, currency: charge.currency },
    status: refund === 'pending, then succeeds' ? ('pending' as const) : ('succeeded' as const),
    ...{ reason: input.reason ?? null, metadata: input.metadata },
    created: now(),
    settlesAt: refund ? Date.now() + BANK_MS : null,
  }
  const [row] = await tx.insert(refunds).values(values).returning()
  const created = requireRow(row, values.id)
  const refundedCharge = await Charges.change(tx, charge.id, { amountRefunded: charge.amountRefunded + amount })
  await recordEvents(
    tx,
    { type: 'refund.created', data: { object: toResponse(created) } },
    { type: 'charge.refunded', data: { object: Charges.toResponse(refundedCharge) } },
  )
  return created
}

export async function retrieve(db: Database, id: string): Promise<Row> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return requireRow(row, id)
}

/** Returns a page of refunds, newest first. `filter` limits it to a charge or an intent. */
export async function list(
  db: Database,
  paging: Paging,
  filter: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<Stripe.ApiList<Stripe.Refund>> {
  const after = paging.starting_after ? await retrieve(db, paging.starting_after) : undefined
  const isOfCharge = filter.charge === undefined ? undefined : eq(refunds.charge, filter.charge)
  const isOfIntent = filter.payment_intent === undefined ? undefined : eq(refunds.paymentIntent, filter.payment_intent)
  const rows = await db
    .select()
    .from(refunds)
    .where(and(isOfCharge, isOfIntent, isOnPage(refunds, paging, after)))
    .orderBy(desc(refunds.created), desc(refunds.id))
    .limit(paging.limit + 1)
  return toPage(rows.map(toResponse), paging, '/v1/refunds')
}

/** Settles the refunds that are due. A failed one restores the amount of the charge. */
export async function settleDue(db: Database): Promise<void> {
  const isDue = and(isNotNull(refunds.settlesAt), lte(refunds.settlesAt, Date.now()))
  for (const { id, charge } of await db.select().from(refunds).where(isDue)) {
    await transaction(db, async (tx) => {
      const { card, amountRefunded } = await Charges.lock(tx, charge)
      const fails = getTestCard(card).refund === 'succeeds, then fails'
      const outcome = fails
        ? { status: 'failed' as const, failureReason: 'expired_or_canceled_card' }
        : { status: 'succeeded' as const }
      const [row] = await tx
        .update(refunds)
        .set({ ...outcome, settlesAt: null })
        .where(and(eq(refunds.id, id), isDue))
        .returning()
      if (!row) return
      if (fails) await Charges.change(tx, charge, { amountRefunded: amountRefunded - row.amount })
      const data = { object: toResponse(row) }
      await recordEvents(
        tx,
        { type: 'refund.updated', data },
        ...(fails ? [{ type: 'refund.failed' as const, data }] : []),
      )
    })
  }
}

async function findChargeId(tx: Database, { charge, payment_intent }: NewRefund): Promise<string> {
  if (charge !== undefined) return charge
  if (payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const { latestCharge, status } = await Intents.retrieve(tx, payment_intent)
  if (status === 'succeeded' && latestCharge) return latestCharge
  const message = `This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`
  throw invalidRequest(message, { param: 'payment_intent' })
}

/** Returns the amount to refund: `requested`, or all that is left. */
function requireRefundable(charge: Charges.Row, requested: number | undefined): number {
  const { id, status, disputed, disputeStatus, amount, amountRefunded, currency } = charge
  if (status !== 'succeeded') {
    throw invalidRequest(`Charge ${id} has not succeeded and cannot be refunded.`, { param: 'charge' })
  }
  if (disputed && disputeStatus !== 'won') {
    const message = `Charge ${id} has been charged back; cannot issue a refund.`
    throw invalidRequest(message, { code: 'charge_disputed' })
  }
  const left = amount - amountRefunded
  if (left === 0) {
    throw invalidRequest(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (requested === undefined) return left
  Intents.requireMultiple(requested, currency)
  if (requested <= left) return requested
  const format = (of: number) => Intents.formatAmount(of, currency)
  const message = `Refund amount (${format(requested)}) is greater than unrefunded amount on charge (${format(left)})`
  throw invalidRequest(message, { param: 'amount' })
}

function requireRow(row: Row | undefined, id: string): Row {
  if (row) return row
  throw noSuch('refund', id)
}
