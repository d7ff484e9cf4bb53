/** The test cards, and the outcome of a payment with each. Source: https://docs.stripe.com/testing */
import type Stripe from 'stripe'
import { cardError, type SandboxError } from './errors.ts'

/** A card as it was entered. */
export interface CardInput {
  number: string
  exp_month: number
  exp_year: number
  cvc: string
}

/** An accepted card. Its number is one of Stripe's published test numbers, because others are refused. */
export interface UsedCard {
  paymentMethod: string
  number: string
  expMonth: number
  expYear: number
  email: string | null
  name: string | null
  /** True if the cardholder has authenticated. */
  authenticated: boolean
}

type Decline = [code: string, message: string, declineCode?: string]

export interface TestCard {
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'
  funding: 'credit' | 'debit' | 'prepaid'
  /** The cardholder must authenticate before the charge. */
  requiresAuthentication?: true
  decline?: Decline
  /** The CVC check fails, and the bank still accepts the charge. */
  cvcFails?: true
  /** The charge succeeds, and is then disputed for this reason. */
  disputeReason?: 'fraudulent' | 'product_not_received'
  /** By default a refund succeeds at once. */
  refund?: 'pending, then succeeds' | 'succeeds, then fails'
}

const VISA = { brand: 'visa', funding: 'credit' } as const
const GENERIC: Decline = ['card_declined', 'Your card was declined.', 'generic_decline']
const INSUFFICIENT_FUNDS: Decline = ['card_declined', 'Your card has insufficient funds.', 'insufficient_funds']

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
  '4000000000000002': { ...VISA, decline: GENERIC },
  '4000000000009995': { ...VISA, decline: INSUFFICIENT_FUNDS },
  '4000000000009987': { ...VISA, decline: ['card_declined', 'Your card was declined.', 'lost_card'] },
  '4000000000009979': { ...VISA, decline: ['card_declined', 'Your card was declined.', 'stolen_card'] },
  '4000000000000069': { ...VISA, decline: ['expired_card', 'Your card has expired.'] },
  '4000000000000127': { ...VISA, decline: ['incorrect_cvc', "Your card's security code is incorrect."] },
  '4000000000000119': {
    ...VISA,
    decline: ['processing_error', 'An error occurred while processing your card. Try again in a little bit.'],
  },
  '4000000000006975': {
    ...VISA,
    decline: [
      'card_declined',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
      'card_velocity_exceeded',
    ],
  },
  // https://docs.stripe.com/testing#fraud-prevention
  '4100000000000019': { ...VISA, decline: ['card_declined', 'Your card was declined.', 'fraudulent'] },
  '4000000000000101': { ...VISA, cvcFails: true },
  // https://docs.stripe.com/testing#disputes
  '4000000000000259': { ...VISA, disputeReason: 'fraudulent' },
  '4000000000002685': { ...VISA, disputeReason: 'product_not_received' },
  // https://docs.stripe.com/testing#refunds
  '4000000000007726': { ...VISA, refund: 'pending, then succeeds' },
  '4000000000005126': { ...VISA, refund: 'succeeds, then fails' },
  // https://docs.stripe.com/testing#regulatory-cards
  '4000002500003155': { ...VISA, requiresAuthentication: true },
  '4000002760003184': { ...VISA, requiresAuthentication: true },
  '4000000000003220': { ...VISA, requiresAuthentication: true },
  '4000000000003063': { ...VISA, requiresAuthentication: true },
  '4000008260003178': { ...VISA, requiresAuthentication: true, decline: INSUFFICIENT_FUNDS },
  '4000008400001629': { ...VISA, requiresAuthentication: true, decline: GENERIC },
}

/** The numbers of all test cards, for tests. */
export const TEST_NUMBERS = Object.keys(TEST_CARDS)

/** @throws Error for a number that is not a test card's */
export function getTestCard({ number }: { number: string }): TestCard {
  const card = TEST_CARDS[number]
  if (!card) throw new Error('a card that is not a test card was accepted')
  return card
}

/** Returns the error that Stripe finds without the bank, or null. Only test cards are accepted. */
export function findCardError({ number, exp_month, exp_year, cvc }: CardInput): SandboxError | null {
  if (!passesLuhn(number)) return cardError('incorrect_number', 'Your card number is incorrect.')
  if (new Date(exp_year, exp_month) <= new Date()) {
    return cardError('invalid_expiry_year', "Your card's expiration year is invalid.")
  }
  const card = TEST_CARDS[number]
  if (!card) {
    const message = 'Your card was declined. Your request was in test mode, but used a non test card.'
    return cardError('card_declined', message, 'test_mode_live_card')
  }
  const digits = card.brand === 'amex' ? 4 : 3
  if (!/^\d+$/.test(cvc) || cvc.length !== digits) {
    return cardError('invalid_cvc', "Your card's security code is invalid.")
  }
  return null
}

/** Returns the error of the card's bank, or null for an accepted charge. */
export function findDecline(card: UsedCard): SandboxError | null {
  const { decline } = getTestCard(card)
  return decline ? cardError(...decline) : null
}

/** A card in a charge. Source: https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-card */
export function toCardDetails(card: UsedCard, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  const { brand, funding, cvcFails } = getTestCard(card)
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

/** Checks the last digit of a card number. Source: ISO/IEC 7812-1, annex B */
function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, i) => total + (i % 2 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit), 0)
  return sum % 10 === 0
}
