/** The settings of the card provider. */
import { SettingError } from '#server/platform/start-error.ts'
import type { Environment } from './environment.ts'

interface StripeSettings {
  provider: 'stripe'
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The URL of a fake of Stripe's API, for tests. Absent: Stripe itself. */
  api: string | undefined
}

export type CardSettings = { provider: 'sandbox' } | StripeSettings

/** Returns whether one of Stripe's keys moves real money. */
export function hasLiveKey({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }: Environment): boolean {
  return [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY].some((key) => key?.includes('_live_'))
}

/** Returns whether no card is charged: with the sandbox, and with Stripe's keys for tests. */
export function isTestMode(cards: CardSettings): boolean {
  return cards.provider === 'sandbox' || !cards.secretKey.includes('_live_')
}

/** @throws SettingError */
export function readCardSettings(env: Environment, demo: boolean): CardSettings {
  const stripe = readStripe(env)
  const isLive = hasLiveKey(env)
  if (env.STRIPE_API && isLive) throw new SettingError('STRIPE_API: a fake of Stripe is refused beside a live key')
  if (env.STRIPE_API && (!stripe || env.CARDS === 'sandbox')) {
    throw new SettingError('STRIPE_API: is only for CARDS=stripe, with test keys')
  }
  if (env.CARDS === 'sandbox') {
    if (isLive) throw new SettingError('CARDS: the sandbox refuses to run beside a live Stripe key')
    return { provider: 'sandbox' }
  }
  if (stripe) {
    refuseUnsafeKeys(env)
    return stripe
  }
  if (env.CARDS === 'stripe') throw new SettingError('CARDS: stripe needs the three STRIPE_ settings')
  if (demo) return { provider: 'sandbox' }
  throw new SettingError('CARDS: set the three STRIPE_ settings, or CARDS=sandbox to take no real cards')
}

function readStripe(env: Environment): StripeSettings | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = env
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET }
  const missing = Object.entries(keys).filter(([, value]) => !value)
  if (missing[0] && missing.length < 3) {
    throw new SettingError(`${missing[0][0]}: is missing; the three STRIPE_ settings go together`)
  }
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null
  return {
    provider: 'stripe',
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    api: env.STRIPE_API,
  }
}

function refuseUnsafeKeys(env: Environment): void {
  if (env.STRIPE_SECRET_KEY?.includes('_live_') !== env.STRIPE_PUBLISHABLE_KEY?.includes('_live_')) {
    throw new SettingError('STRIPE_PUBLISHABLE_KEY: one key is live and the other is for tests')
  }
}
