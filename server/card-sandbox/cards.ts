/** The test cards, and what becomes of a payment with each. Source: https://docs.stripe.com/testing */
import type Stripe from 'stripe'
import { cardError, type SandboxError } from './errors.ts'

/** A card as somebody typed it. */
export interface TypedCard {
  number: string
  exp_month: number
  exp_year: number
  cvc: string
}

/** A card that was taken. The number is one of Stripe's published ones: no other gets this far. */
export interface UsedCard {
  paymentMethod: string
  number: string
  expMonth: number
  expYear: number
  email: string | null
  name: string | null
  /** Whether its owner has said that it is them. */
  authenticated: boolean
}

type Decline = [code: string, message: string, declineCode?: string]

export interface TestCard {
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'
  funding: 'credit' | 'debit' | 'prepaid'
  /** Asks its owner for authentication before it is charged. */
  asksFirst?: true
  declined?: Decline
  /** The bank does not know the CVC, and takes the charge all the same. */
  cvcFails?: true
  /** Paid, and then its owner tells the bank why they did not mean to. */
  disputed?: 'fraudulent' | 'product_not_received'
  /** Other cards' refunds succeed at once and stay so. */
  refund?: 'pending, then succeeds' | 'succeeds, then fails'
}

const VISA = { brand: 'visa', funding: 'credit' } as const
const GENERIC: Decline = ['card_declined', 'Your card was declined.', 'generic_decline']
const POOR: Decline = ['card_declined', 'Your card has insufficient funds.', 'insufficient_funds']

const TEST_CARDS: Record<string, TestCard> = {
  // https://docs.stripe.com/testing#cards
  '4242424242424242': VISA,
  '4000056655665556': { brand: 'visa', funding: 'debit' },
  '5555555555554444': { brand: 'mastercard', funding: 'credit' },
  '2223003122003222': { brand: 'mastercard', funding: 'credit' },
  '5200828282828210': { brand: 'mastercard', funding: 'debit' },
  '5105105105105100': { brand: 'mastercard', funding: 'prepaid' },
  '378282246310005': { brand: 'amex', funding: 'credit' },
  '371449635398431': { brand: 'amex', funding: 'credit' },
  '6011111111111117': { brand: 'discover', funding: 'credit' },
  '6011000990139424': { brand: 'discover', funding: 'credit' },
  '6011981111111113': { brand: 'discover', funding: 'debit' },
  '3056930009020004': { brand: 'diners', funding: 'credit' },
  '36227206271667': { brand: 'diners', funding: 'credit' },
  '3566002020360505': { brand: 'jcb', funding: 'credit' },
  '6200000000000005': { brand: 'unionpay', funding: 'credit' },
  '6200000000000047': { brand: 'unionpay', funding: 'debit' },
  '6205500000000000004': { brand: 'unionpay', funding: 'credit' },
  // https://docs.stripe.com/testing#declined-payments
  '4000000000000002': { ...VISA, declined: GENERIC },
  '4000000000009995': { ...VISA, declined: POOR },
  '4000000000009987': { ...VISA, declined: ['card_declined', 'Your card was declined.', 'lost_card'] },
  '4000000000009979': { ...VISA, declined: ['card_declined', 'Your card was declined.', 'stolen_card'] },
  '4000000000000069': { ...VISA, declined: ['expired_card', 'Your card has expired.'] },
  '4000000000000127': { ...VISA, declined: ['incorrect_cvc', "Your card's security code is incorrect."] },
  '4000000000000119': {
    ...VISA,
    declined: ['processing_error', 'An error occurred while processing your card. Try again in a little bit.'],
  },
  '4000000000006975': {
    ...VISA,
    declined: [
      'card_declined',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
      'card_velocity_exceeded',
    ],
  },
  // https://docs.stripe.com/testing#fraud-prevention
  '4100000000000019': { ...VISA, declined: ['card_declined', 'Your card was declined.', 'fraudulent'] },
  '4000000000000101': { ...VISA, cvcFails: true },
  // https://docs.stripe.com/testing#disputes
  '4000000000000259': { ...VISA, disputed: 'fraudulent' },
  '4000000000002685': { ...VISA, disputed: 'product_not_received' },
  // https://docs.stripe.com/testing#refunds
  '4000000000007726': { ...VISA, refund: 'pending, then succeeds' },
  '4000000000005126': { ...VISA, refund: 'succeeds, then fails' },
  // https://docs.stripe.com/testing#regulatory-cards
  '4000002500003155': { ...VISA, asksFirst: true },
  '4000002760003184': { ...VISA, asksFirst: true },
  '4000000000003220': { ...VISA, asksFirst: true },
  '4000000000003063': { ...VISA, asksFirst: true },
  '4000008260003178': { ...VISA, asksFirst: true, declined: POOR },
  '4000008400001629': { ...VISA, asksFirst: true, declined: GENERIC },
}

/** The test cards' numbers, for whoever tries them all. */
export const TEST_NUMBERS = Object.keys(TEST_CARDS)

export function testCard({ number }: { number: string }): TestCard {
  const found = TEST_CARDS[number]
  if (!found) throw new Error('a card that is not for tests was taken')
  return found
}

/** What is wrong with a card before any bank is asked, or null. A card that is not for tests is turned away. */
export function mistakeIn({ number, exp_month, exp_year, cvc }: TypedCard): SandboxError | null {
  if (!passesLuhn(number)) return cardError('incorrect_number', 'Your card number is incorrect.')
  if (new Date(exp_year, exp_month) <= new Date()) {
    return cardError('invalid_expiry_year', "Your card's expiration year is invalid.")
  }
  const known = TEST_CARDS[number]
  if (!known) {
    const words = 'Your card was declined. Your request was in test mode, but used a non test card.'
    return cardError('card_declined', words, 'test_mode_live_card')
  }
  const digits = known.brand === 'amex' ? 4 : 3
  if (!/^\d+$/.test(cvc) || cvc.length !== digits) {
    return cardError('invalid_cvc', "Your card's security code is invalid.")
  }
  return null
}

/** What a card's bank says to a charge: an error, or null for yes. */
export function declineOf(card: UsedCard): SandboxError | null {
  const { declined } = testCard(card)
  return declined ? cardError(...declined) : null
}

/** A card as a charge shows it. Source: https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-card */
export function showCard(card: UsedCard, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  const { brand, funding, cvcFails } = testCard(card)
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: cvcFails ? 'fail' : 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    funding,
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: card.authenticated ? AUTHENTICATED : null,
    transaction_link_id: null,
    wallet: null,
  }
}

const AUTHENTICATED: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}

/** The check digit of a card number. Source: ISO/IEC 7812-1, annex B. */
function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, i) => total + (i % 2 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit), 0)
  return sum % 10 === 0
}
