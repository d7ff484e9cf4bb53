/** The settings, read from the environment once at start: the only reader of process.env. */
import { z } from 'zod'
import type { SchoolFacts } from '#contract/home.ts'
import { DEMO_SCHOOL } from './demo-accounts.ts'
import { isLoopback } from './loopback.ts'
import { PICTURE_ENVIRONMENT, type PictureSettings, picturesOf } from './pictures/picture-settings.ts'
import { SettingError } from './start-error.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const onOff = z.enum(['on', 'off'])
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  DEMO: onOff.optional(),
  CARDS: z.enum(['stripe', 'sandbox']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must begin with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must begin with whsec_').optional(),
  STRIPE_API: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/, 'is for tests, and must be as http://127.0.0.1:4242')
    .optional(),
  CURRENCY: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be three lower-case letters, as usd')
    .refine((code) => Intl.supportedValuesOf('currency').includes(code.toUpperCase()), 'is no ISO 4217 currency')
    .default('usd'),
  CANCEL_DAYS: z.coerce.number().int().min(0).max(3650).default(14),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SCHOOL_NAME: z.string().default(DEMO_SCHOOL.name),
  SCHOOL_ADDRESS: z.string().default(DEMO_SCHOOL.address),
  SCHOOL_EMAIL: z.email().default(DEMO_SCHOOL.email),
  SCHOOL_SOCIAL_NETWORK: z.url().optional(),
  SCHOOL_SOCIAL_PROFESSIONAL: z.url().optional(),
  SCHOOL_SOCIAL_PHOTOS: z.url().optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address as smtps://user:password@mail.example:465' })
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((text) => /^(?:"?([^<>"\r\n]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/.exec(text.trim()))
    .transform((parts) => ({ name: parts?.[1] ?? '', address: parts?.[2] ?? parts?.[3] ?? '' }))
    .refine(({ address }) => z.email().safeParse(address).success, 'must be as School <mail@school.example>')
    .optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_NAME: z.string().trim().min(1).max(40).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  ...PICTURE_ENVIRONMENT,
  TRUST_PROXY: onOff.default('off'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
})

export type CardSettings =
  | { provider: 'sandbox' }
  | {
      provider: 'stripe'
      secretKey: string
      publishableKey: string
      webhookSecret: string
      /** Where a stand-in for Stripe's API listens, in tests; absent: Stripe itself. */
      api: string | undefined
    }

/** A client of a third party that may say who somebody is. */
export interface ThirdPartySettings {
  /** Stands in addresses and on record: changing it parts people from their accounts. */
  id: 'google' | 'github' | 'oidc' | 'demo'
  /** As people know it. */
  name: string
  clientId: string
  clientSecret: string
  /** Of an OpenID Connect provider that is asked where its endpoints are. */
  issuer?: string
  /** Whether it asks who somebody is each time, also those whom it knows. */
  asksEachTime?: boolean
}

export interface Settings {
  port: number
  host: string
  dataDir: string
  /** Absent: the embedded database in dataDir. */
  databaseUrl: string | undefined
  /** Absent: the address that the server will listen on. */
  publicUrl: string | undefined
  demo: boolean
  cards: CardSettings
  /** ISO 4217, lower case. */
  currency: string
  /** How long after paying a student may cancel by themselves. */
  cancelDays: number
  /** Absent: generated into dataDir. */
  secret: string | undefined
  school: Pick<SchoolFacts, 'name' | 'address' | 'email' | 'social'>
  mail: {
    /** Absent: mails are written into dataDir. */
    smtpUrl: string | undefined
    from: { name: string; address: string }
  }
  /** Who else may say who somebody is. */
  thirdParties: ThirdPartySettings[]
  pictures: PictureSettings
  trustProxy: boolean
  logLevel: (typeof LOG_LEVELS)[number]
}

/**
 * The settings of an environment, checked one by one and against one another.
 * @throws SettingError naming the first that is wrong
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingError(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const env = parsed.data
  const demo = demoOf(env)
  if (env.DATABASE_URL && !env.SECRET) {
    throw new SettingError('SECRET: is required beside DATABASE_URL (at least 32 random characters)')
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    publicUrl: env.PUBLIC_URL,
    demo,
    cards: cardsOf(env, demo),
    currency: env.CURRENCY,
    cancelDays: env.CANCEL_DAYS,
    secret: env.SECRET,
    school: {
      name: env.SCHOOL_NAME,
      address: env.SCHOOL_ADDRESS,
      email: env.SCHOOL_EMAIL,
      social: {
        social: env.SCHOOL_SOCIAL_NETWORK ?? '/contact',
        professional: env.SCHOOL_SOCIAL_PROFESSIONAL ?? '/contact',
        photos: env.SCHOOL_SOCIAL_PHOTOS ?? '/contact',
      },
    },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? { name: env.SCHOOL_NAME, address: env.SCHOOL_EMAIL } },
    thirdParties: thirdPartiesOf(env),
    pictures: picturesOf(env),
    trustProxy: env.TRUST_PROXY === 'on',
    logLevel: env.LOG_LEVEL,
  }
}

type Environment = z.infer<typeof Environment>

function demoOf(env: Environment): boolean {
  const byDefault = !env.DATABASE_URL && isLoopback(env.HOST)
  const demo = env.DEMO ? env.DEMO === 'on' : byDefault
  if (demo && (env.STRIPE_SECRET_KEY?.includes('_live_') || env.STRIPE_PUBLISHABLE_KEY?.includes('_live_'))) {
    throw new SettingError('DEMO: the demo refuses live Stripe keys; set DEMO=off, or use test keys')
  }
  return demo
}

function cardsOf(env: Environment, demo: boolean): CardSettings {
  const keys = {
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: env.STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
  }
  const missing = Object.entries(keys).filter(([, value]) => !value)
  if (missing[0] && missing.length < 3) {
    throw new SettingError(`${missing[0][0]}: is missing; the three STRIPE_ settings go together`)
  }
  const live = [env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY].some((key) => key?.includes('_live_'))
  if (env.STRIPE_API && live) throw new SettingError('STRIPE_API: a stand-in for Stripe is refused beside a live key')
  if (env.STRIPE_API && (missing.length > 0 || env.CARDS === 'sandbox')) {
    throw new SettingError('STRIPE_API: is only for CARDS=stripe, with test keys')
  }
  if (env.CARDS === 'sandbox') {
    if (live) throw new SettingError('CARDS: the sandbox refuses to run beside a live Stripe key')
    return { provider: 'sandbox' }
  }
  if (env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_WEBHOOK_SECRET) {
    if (env.STRIPE_SECRET_KEY.includes('_live_') !== env.STRIPE_PUBLISHABLE_KEY.includes('_live_')) {
      throw new SettingError('STRIPE_PUBLISHABLE_KEY: one key is live and the other is for tests')
    }
    return {
      provider: 'stripe',
      secretKey: env.STRIPE_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      api: env.STRIPE_API,
    }
  }
  if (env.CARDS === 'stripe') throw new SettingError('CARDS: stripe needs the three STRIPE_ settings')
  if (demo) return { provider: 'sandbox' }
  throw new SettingError('CARDS: set the three STRIPE_ settings, or CARDS=sandbox to take no real cards')
}

function thirdPartiesOf(env: Environment): ThirdPartySettings[] {
  const clients = [
    { id: 'google', name: 'Google', ...clientOf(env, 'GOOGLE') },
    { id: 'github', name: 'GitHub', ...clientOf(env, 'GITHUB') },
    { id: 'oidc', ...issuerOf(env), ...clientOf(env, 'OIDC') },
  ] as const
  return clients.filter((client): client is typeof client & ThirdPartySettings => Boolean(client.clientId))
}

/** The id and secret that a third party gave the school, which go together. */
function clientOf(env: Environment, party: 'GOOGLE' | 'GITHUB' | 'OIDC') {
  const [idName, secretName] = [`${party}_CLIENT_ID`, `${party}_CLIENT_SECRET`] as const
  const { [idName]: clientId, [secretName]: clientSecret } = env
  if (!clientId !== !clientSecret) {
    throw new SettingError(`${clientId ? secretName : idName}: is missing; the ${party}_ settings go together`)
  }
  return { clientId, clientSecret }
}

/** An issuer is believed for what it says over TLS, or on this machine. */
function issuerOf({ OIDC_ISSUER: issuer, OIDC_NAME, OIDC_CLIENT_ID }: Environment) {
  if (!issuer !== !OIDC_CLIENT_ID) {
    throw new SettingError(`${issuer ? 'OIDC_CLIENT_ID' : 'OIDC_ISSUER'}: is missing; the OIDC_ settings go together`)
  }
  if (!issuer) return { name: '', issuer: '' }
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !isLoopback(hostname)) throw new SettingError('OIDC_ISSUER: must begin with https://')
  return { name: OIDC_NAME ?? hostname, issuer }
}
