/** Disputes: the cardholder tells the bank that they did not authorize a charge. Source: https://docs.stripe.com/api/disputes */
import type Stripe from 'stripe'
import type { Database } from '#server/platform/database/database.ts'
import { getTestCard } from './cards.ts'
import * as Charges from './charges.ts'
import { recordEvent } from './events.ts'
import { newId, now } from './ids.ts'

/** Days that the school has to respond to a dispute. */
const RESPONSE_DAYS = 7

/** Disputes a charge with one of the test cards for disputes. */
export async function disputeIfTestCard(tx: Database, charge: Charges.Row): Promise<void> {
  const { disputeReason: reason } = getTestCard(charge.card)
  if (!reason) return
  const disputedCharge = await Charges.change(tx, charge.id, { disputed: true })
  await recordEvent(tx, { type: 'charge.dispute.created', data: { object: toResponse(disputedCharge, reason) } })
}

/** A new dispute as Stripe's API shows it. Source: https://docs.stripe.com/api/disputes/object */
function toResponse(charge: Charges.Row, reason: string): Stripe.Dispute {
  return {
    id: newId('du'),
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
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.paymentIntent,
    reason,
    status: 'needs_response',
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
