/** The environment variables that the server reads: the form and the default of each, checked one by one. */
import { z } from 'zod'
import '#server/platform/validation-messages.ts'
import { isLoopback } from '#server/platform/loopback.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** An image host that speaks imgbb's API. */
export const IMGBB_API = 'https://api.imgbb.com/1/upload'

/** A bucket's name. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Splits `Name <mail@school.example>`, `"Name" <mail@school.example>` and a bare e-mail. */
const MAILBOX = /^(?:"?([^<>"\r\n]*)(?:"\s*)?<([^<>\s]+)>|([^<>\s]+))$/

const text = () => z.string().optional()

function trimSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

function matching(pattern: RegExp, error: string) {
  return z.string().regex(pattern, error)
}

function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  const last = values.at(-1)
  const names = values.length === 1 ? last : `${values.slice(0, -1).join(', ')} or ${last}`
  return z.enum(values, { error: `must be ${names}` })
}

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error)
}

function url(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `must be a URL, for example ${example}` })
}

function databaseUrl() {
  return matching(/^postgres(ql)?:\/\//, 'must begin with postgres://').optional()
}

function origins() {
  const error = 'must be origins like https://app.example, separated by commas'
  const isOrigin = (value: string) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
  return z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim().replace(/\/$/, '')))
    .refine((list) => list.every(isOrigin), error)
}

export const Environment = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl(),
  DATABASE_DIRECT_URL: databaseUrl(),
  PUBLIC_URL: url(/^https?$/, 'https://school.example')
    .transform((value) => new URL(value).origin)
    .optional(),
  DEMO: choice(['on', 'off']).optional(),
  CARDS: choice(['stripe', 'sandbox']).optional(),
  STRIPE_SECRET_KEY: matching(
    /^(sk|rk)_(test|live)_/,
    'must begin with sk_test_, sk_live_, rk_test_ or rk_live_',
  ).optional(),
  STRIPE_PUBLISHABLE_KEY: matching(/^pk_(test|live)_/, 'must begin with pk_test_ or pk_live_').optional(),
  STRIPE_WEBHOOK_SECRET: matching(/^whsec_/, 'must begin with whsec_').optional(),
  STRIPE_API: matching(
    /^http:\/\/127\.0\.0\.1:\d{1,5}$/,
    'is for tests only, and must look like http://127.0.0.1:4242',
  ).optional(),
  CURRENCY: matching(/^[a-z]{3}$/, 'must be three lower-case letters, for example usd')
    .refine((code) => Intl.supportedValuesOf('currency').includes(code.toUpperCase()), 'is not an ISO 4217 currency')
    .optional(),
  CANCEL_DAYS: wholeNumber(0, 3650).default(14),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SCHOOL_NAME: z.string().optional(),
  SCHOOL_ADDRESS: z.string().optional(),
  SCHOOL_EMAIL: z.email('must be an e-mail address, for example hello@school.example').optional(),
  SCHOOL_SOCIAL_NETWORK: url(/./, 'https://social.example/school').optional(),
  SCHOOL_SOCIAL_PROFESSIONAL: url(/./, 'https://social.example/school').optional(),
  SCHOOL_SOCIAL_PHOTOS: url(/./, 'https://social.example/school').optional(),
  SMTP_URL: url(/^smtps?$/, 'smtps://user:password@mail.example:465').optional(),
  MAIL_FROM: z
    .string()
    .transform((value) => MAILBOX.exec(value.trim()))
    .transform((parts) => ({ name: parts?.[1]?.trim() ?? '', address: parts?.[2] ?? parts?.[3] ?? '' }))
    .refine(({ address }) => z.email().safeParse(address).success, 'must look like School <mail@school.example>')
    .optional(),
  IDENTITY: choice(['embedded', 'firebase', 'oidc']).default('embedded'),
  FIREBASE_PROJECT_ID: matching(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, "must be the project's ID, not its name").optional(),
  FIREBASE_API_KEY: text(),
  FIREBASE_AUTH_DOMAIN: matching(/^[a-z0-9.-]+$/, 'must be a domain, for example school.firebaseapp.com').optional(),
  FIREBASE_PROVIDERS: matching(
    /^[a-z0-9.-]+(\s*,\s*[a-z0-9.-]+)*$/,
    'must be ids separated by commas, for example google.com, github.com',
  ).optional(),
  FIREBASE_SERVICE_ACCOUNT: text(),
  FIREBASE_AUTH_EMULATOR_HOST: matching(/^[\w.-]+:\d{1,5}$/, 'must look like 127.0.0.1:9099').optional(),
  NODE_ENV: text(),
  OIDC_ISSUER: url(/^https?$/, 'https://login.example').optional(),
  OIDC_NAME: z.string().trim().min(1, 'must not be blank').max(40, 'must have at most 40 characters').optional(),
  OIDC_CLIENT_ID: text(),
  OIDC_CLIENT_SECRET: text(),
  GOOGLE_CLIENT_ID: text(),
  GOOGLE_CLIENT_SECRET: text(),
  GITHUB_CLIENT_ID: text(),
  GITHUB_CLIENT_SECRET: text(),
  S3_ENDPOINT: url(/^https?$/, 'https://s3.example')
    .transform((value) => trimSlashes(value))
    .optional(),
  S3_BUCKET: matching(BUCKET, 'must be 3 to 63 lower-case letters, digits, dots and hyphens').optional(),
  S3_REGION: text(),
  S3_ACCESS_KEY_ID: text(),
  S3_SECRET_ACCESS_KEY: text(),
  IMAGE_HOST: choice(['imgbb']).optional(),
  IMGBB_URL: z
    .url({ protocol: /^https?$/, error: `must be a URL, for example ${IMGBB_API}`, abort: true })
    .refine(
      (value) => value.startsWith('https:') || isLoopback(new URL(value).hostname),
      'must begin with https://, because requests to it contain the key',
    )
    .optional(),
  IMGBB_KEY: text(),
  C2PA_TRUST_LIST: text(),
  ALLOWED_ORIGINS: origins().default([]),
  REQUIRE_ADMIN_2FA: choice(['on', 'off']).default('off'),
  TRUST_PROXY: choice(['on', 'off']).default('off'),
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:4318')
    .transform((value) => trimSlashes(value))
    .optional(),
  LOG_LEVEL: choice(LOG_LEVELS).default('info'),
})

export type Environment = z.infer<typeof Environment>
