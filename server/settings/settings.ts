/** The settings, read from the environment once at start. */
import type { School } from '#contract/school.ts'
import { isLoopback } from '#server/platform/loopback.ts'
import { SettingError } from '#server/platform/start-error.ts'
import { type CardSettings, hasLiveKey, readCardSettings } from './cards.ts'
import { Environment, type LOG_LEVELS } from './environment.ts'
import { type IdentitySettings, readIdentitySettings } from './identity.ts'
import { type ImageSettings, readImageSettings } from './images.ts'
import { readSchool, type SchoolVariables } from './school.ts'
import { readSignInProviders, type SignInProviderSettings } from './sign-in-providers.ts'

export interface Settings {
  port: number
  host: string
  dataDir: string
  /** Absent: the embedded database in dataDir. */
  databaseUrl: string | undefined
  /** For migrations and LISTEN, where databaseUrl is a transaction pooler. Absent: databaseUrl. */
  databaseDirectUrl: string | undefined
  /** Absent: the loopback URL that the server will listen on. */
  publicUrl: string | undefined
  demo: boolean
  cards: CardSettings
  /** Days after a payment in which the student may cancel. */
  cancelDays: number
  /** Absent: generated into dataDir. */
  secret: string | undefined
  /** Values that the School page of the dashboard may replace. */
  school: School
  /** The variables of the school that are set, by field. */
  schoolVariables: SchoolVariables
  mail: {
    /** Absent: e-mails are written into dataDir. */
    smtpUrl: string | undefined
    /** Absent: the school's name and e-mail. */
    from: { name: string; address: string } | undefined
  }
  identity: IdentitySettings
  signInProviders: SignInProviderSettings[]
  images: ImageSettings
  trustProxy: boolean
  /** Other origins whose scripts may call the API. */
  allowedOrigins: string[]
  /** True if admins must set up a second factor before they can act. */
  requireAdminSecondFactor: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  /** Seconds a stopping instance still takes requests, until load balancers have noticed. */
  drainSeconds: number
  /** The bearer token of /metrics. Absent: there are no metrics. */
  metricsToken: string | undefined
  /** An OpenTelemetry collector that takes traces over HTTP, without a slash at its end. Absent: there are none. */
  tracesEndpoint: string | undefined
}

/**
 * Returns the settings of an environment, checked one by one and against one another. An empty variable counts as unset.
 * @throws SettingError naming the first that is wrong
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const env = parseEnvironment(environment)
  const network = { host: env.HOST, publicUrl: env.PUBLIC_URL, trustProxy: env.TRUST_PROXY === 'on' }
  if (!network.publicUrl && !isLoopback(network.host)) {
    throw new SettingError(
      'PUBLIC_URL: is required when HOST is not a loopback address, for example https://school.example',
    )
  }
  const demo = readDemo(env, network)
  if (env.DATABASE_URL && !env.SECRET) {
    throw new SettingError('SECRET: is required beside DATABASE_URL (at least 32 random characters)')
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new SettingError('DATABASE_DIRECT_URL: is only for a server beside DATABASE_URL')
  }
  return {
    port: env.PORT,
    ...network,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    demo,
    cards: readCardSettings(env, demo),
    cancelDays: env.CANCEL_DAYS,
    secret: env.SECRET,
    ...readSchool(env, demo),
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    identity: readIdentitySettings(env, demo),
    signInProviders: readSignInProviders(env),
    images: readImageSettings(env),
    allowedOrigins: env.ALLOWED_ORIGINS,
    requireAdminSecondFactor: env.REQUIRE_ADMIN_2FA === 'on',
    logLevel: env.LOG_LEVEL,
    drainSeconds: env.DRAIN_SECONDS,
    metricsToken: env.METRICS_TOKEN,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  }
}

function parseEnvironment(environment: Record<string, string | undefined>): Environment {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(nonEmpty)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new SettingError(`${issue?.path.join('.')}: ${issue?.message}`)
}

type Network = Pick<Settings, 'host' | 'publicUrl' | 'trustProxy'>

/** Returns whether only this machine is meant to reach the server: it has no public URL and no proxy in front. */
function isLocalOnly({ host, publicUrl, trustProxy }: Network): boolean {
  return isLoopback(host) && (!publicUrl || isLoopback(new URL(publicUrl).hostname)) && !trustProxy
}

/** Returns a warning for a demo that others can reach, which only `DEMO=on` makes possible; otherwise null. */
export function findDemoWarning(settings: Settings): string | null {
  if (!settings.demo || isLocalOnly(settings)) return null
  return 'DEMO=on: others can reach this server, and the demo passwords are public. Anyone can sign in as its admin.'
}

function readDemo(env: Environment, network: Network): boolean {
  const isDefault = !env.DATABASE_URL && isLocalOnly(network)
  const demo = env.DEMO ? env.DEMO === 'on' : isDefault
  if (demo && hasLiveKey(env)) {
    throw new SettingError('DEMO: the demo refuses live Stripe keys; set DEMO=off, or use test keys')
  }
  return demo
}
