/** Refunds, whole or in parts. Sources: https://docs.stripe.com/api/refunds and https://docs.stripe.com/refunds */
import { and, desc, eq, isNotNull, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import { formatMoney } from '#contract/money.ts'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { refunds } from './card-sandbox.table.ts'
import { testCard } from './cards.ts'
import * as Charges from './charges.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { tell } from './events.ts'
import { newId, now } from './ids.ts'
import * as Intents from './intents.ts'
import { type Paging, pageOf, within } from './lists.ts'

type Row = typeof refunds.$inferSelect

/** How long a card's bank takes over a refund that it does not answer at once. */
const BANK_MS = 1_000

/** A refund as Stripe's API shows it. Source: https://docs.stripe.com/api/refunds/object */
export function show(row: Row): Stripe.Refund {
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
  /** All that is left, if it is not said. */
  amount?: number | undefined
  reason?: Row['reason'] | undefined
  metadata: Record<string, string>
}

/**
 * Gives the money of a charge back. What its bank has not answered yet counts as refunded already.
 * @throws SandboxError for more than is left, and for a charge that its owner disputes
 */
export async function create(tx: Database, wanted: NewRefund): Promise<Row> {
  const charge = await Charges.lock(tx, await chargeOf(tx, wanted))
  const amount = refundable(charge, wanted.amount)
  const { refund } = testCard(charge.card)
  const values = {
    id: newId('re'),
    ...{ charge: charge.id, paymentIntent: charge.paymentIntent, amount, currency: charge.currency },
    status: refund === 'pending, then succeeds' ? ('pending' as const) : ('succeeded' as const),
    ...{ reason: wanted.reason ?? null, metadata: wanted.metadata },
    created: now(),
    settlesAt: refund ? Date.now() + BANK_MS : null,
  }
  const [row] = await tx.insert(refunds).values(values).returning()
  const made = found(row, values.id)
  const refunded = await Charges.change(tx, charge.id, { amountRefunded: charge.amountRefunded + amount })
  await tell(tx, { type: 'refund.created', data: { object: show(made) } })
  await tell(tx, { type: 'charge.refunded', data: { object: Charges.show(refunded) } })
  return made
}

export async function retrieve(db: Database, id: string): Promise<Row> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return found(row, id)
}

/** Newest first, of one charge or intent if that is said. */
export async function list(
  db: Database,
  paging: Paging,
  of: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<Stripe.ApiList<Stripe.Refund>> {
  const after = paging.starting_after ? await retrieve(db, paging.starting_after) : undefined
  const ofCharge = of.charge === undefined ? undefined : eq(refunds.charge, of.charge)
  const ofIntent = of.payment_intent === undefined ? undefined : eq(refunds.paymentIntent, of.payment_intent)
  const rows = await db
    .select()
    .from(refunds)
    .where(and(ofCharge, ofIntent, within(refunds, paging, after)))
    .orderBy(desc(refunds.created), desc(refunds.id))
    .limit(paging.limit + 1)
  return pageOf(rows.map(show), paging, '/v1/refunds')
}

/** Lets the banks have their say about refunds that wait for it. A failed one gives the amount back to the charge. */
export async function settleDue(db: Database): Promise<void> {
  const isDue = and(isNotNull(refunds.settlesAt), lte(refunds.settlesAt, Date.now()))
  for (const { id, charge } of await db.select().from(refunds).where(isDue)) {
    await transaction(db, async (tx) => {
      const { card, amountRefunded } = await Charges.lock(tx, charge)
      const fails = testCard(card).refund === 'succeeds, then fails'
      const said = fails
        ? { status: 'failed' as const, failureReason: 'expired_or_canceled_card' }
        : { status: 'succeeded' as const }
      const [row] = await tx
        .update(refunds)
        .set({ ...said, settlesAt: null })
        .where(and(eq(refunds.id, id), isDue))
        .returning()
      if (!row) return
      if (fails) await Charges.change(tx, charge, { amountRefunded: amountRefunded - row.amount })
      await tell(tx, { type: 'refund.updated', data: { object: show(row) } })
      if (fails) await tell(tx, { type: 'refund.failed', data: { object: show(row) } })
    })
  }
}

async function chargeOf(tx: Database, { charge, payment_intent }: NewRefund): Promise<string> {
  if (charge !== undefined) return charge
  if (payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const { latestCharge, status } = await Intents.retrieve(tx, payment_intent)
  if (status === 'succeeded' && latestCharge) return latestCharge
  const words = `This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`
  throw invalidRequest(words, { param: 'payment_intent' })
}

function refundable(charge: Charges.Row, wanted: number | undefined): number {
  const { id, status, disputed, amount, amountRefunded, currency } = charge
  if (status !== 'succeeded') {
    throw invalidRequest(`Charge ${id} has not succeeded and cannot be refunded.`, { param: 'charge' })
  }
  if (disputed) {
    const words = `Charge ${id} has been charged back; cannot issue a refund.`
    throw invalidRequest(words, { code: 'charge_disputed' })
  }
  const left = amount - amountRefunded
  if (left === 0) {
    throw invalidRequest(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (wanted === undefined || wanted <= left) return wanted ?? left
  const inWords = (minor: number) => formatMoney(minor, currency)
  const words = `Refund amount (${inWords(wanted)}) is greater than unrefunded amount on charge (${inWords(left)})`
  throw invalidRequest(words, { param: 'amount' })
}

function found(row: Row | undefined, id: string): Row {
  if (row) return row
  throw noSuch('refund', id)
}
