/** Disputes: the cardholder tells the bank that they did not authorize a charge. Source: https://docs.stripe.com/api/disputes */
import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database } from '#server/platform/database/database.ts'
import { charges } from './card-sandbox.table.ts'
import { getTestCard } from './cards.ts'
import * as Charges from './charges.ts'
import { noSuch } from './errors.ts'
import { recordEvents } from './events.ts'
import { now } from './ids.ts'

/** Days that the school has to respond to a dispute. */
const RESPONSE_DAYS = 7

/** Disputes a charge with one of the test cards for disputes. */
export async function disputeIfTestCard(tx: Database, charge: Charges.Row): Promise<void> {
  const { disputeReason: reason } = getTestCard(charge.card)
  if (!reason) return
  const disputedCharge = await Charges.change(tx, charge.id, { disputed: true, disputeStatus: 'needs_response' })
  await recordEvents(tx, { type: 'charge.dispute.created', data: { object: toResponse(disputedCharge) } })
}

/** Returns the disputes of an intent. A charge has at most one here. */
export async function list(db: Database, paymentIntent: string): Promise<Stripe.ApiList<Stripe.Dispute>> {
  const isDisputed = and(eq(charges.paymentIntent, paymentIntent), eq(charges.disputed, true))
  const rows = await db.select().from(charges).where(isDisputed)
  return { object: 'list', data: rows.map(toResponse), has_more: false, url: '/v1/disputes' }
}

/** Decides a dispute by its evidence, as Stripe does in test mode. Source: https://docs.stripe.com/testing#disputes */
export async function submit(tx: Database, id: string, evidence: string | undefined): Promise<Stripe.Dispute> {
  const charge = await Charges.lock(tx, id.replace(/^du_/, 'ch_'))
  if (!charge.disputed) throw noSuch('dispute', id)
  const disputeStatus = OUTCOMES.get(evidence)
  if (!disputeStatus || charge.disputeStatus !== 'needs_response') return toResponse(charge)
  const dispute = toResponse(await Charges.change(tx, charge.id, { disputeStatus }))
  await recordEvents(tx, { type: 'charge.dispute.closed', data: { object: dispute } })
  return dispute
}

const OUTCOMES = new Map<string | undefined, 'won' | 'lost'>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])

/** A dispute as Stripe's API shows it. Source: https://docs.stripe.com/api/disputes/object */
function toResponse(charge: Charges.Row): Stripe.Dispute {
  return {
    id: charge.id.replace(/^ch_/, 'du_'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: describeEvidence(),
    intended_submission_method: null,
    is_charge_refundable: charge.disputeStatus === 'won',
    livemode: false,
    metadata: {},
    payment_intent: charge.paymentIntent,
    reason: getTestCard(charge.card).disputeReason ?? 'general',
    status: charge.disputeStatus ?? 'needs_response',
  }
}

function describeEvidence(): Stripe.Dispute.EvidenceDetails {
  return {
    due_by: now() + RESPONSE_DAYS * 24 * 60 * 60,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  }
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
