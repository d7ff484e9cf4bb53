import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findDemoWarning, readSettings } from '../server/settings/settings.ts'
import { AUTHORITY } from '../testing/content-credentials.ts'

const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const LIVE = { ...KEYS, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
const S3 = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'school-pictures',
  S3_REGION: 'auto',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const IMGBB = { IMAGE_HOST: 'imgbb', IMGBB_KEY: 'key' }
const POSTGRES = { DATABASE_URL: 'postgres://localhost/school', SECRET: 'x'.repeat(32) }

/** Raw messages of zod, which operators would not understand. */
const RAW = /expected|received|Invalid|Too (big|small)|NaN|pattern/

describe('settings', () => {
  it.each([
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['CANCEL_DAYS', 'two weeks'],
    ['PUBLIC_URL', 'ftp://school.example'],
    ['DEMO', 'yes'],
    ['CARDS', 'paypal'],
    ['SCHOOL_EMAIL', 'school'],
    ['SCHOOL_SOCIAL_NETWORK', 'school'],
    ['OIDC_ISSUER', 'login'],
    ['OIDC_NAME', 'x'.repeat(41)],
    ['IMAGE_HOST', 'other'],
    ['ALLOWED_ORIGINS', 'https://app.example/path'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://app.example, null'],
    ['TRUST_PROXY', 'true'],
    ['REQUIRE_ADMIN_2FA', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['DRAIN_SECONDS', '301'],
    ['METRICS_TOKEN', 'short'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ])('describe an invalid %s in plain English', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}: must (be|have) `))
    expect(() => readSettings({ [name]: value })).not.toThrow(RAW)
  })

  it('have defaults that run on a bare machine', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      demo: true,
      cards: { provider: 'sandbox' },
      school: { currency: 'usd' },
      trustProxy: false,
      logLevel: 'info',
    })
  })

  it('treat an empty variable as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it.each([
    [{}],
    [{ HOST: 'localhost' }],
    [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }],
    [{ PUBLIC_URL: 'http://localhost:3000', TRUST_PROXY: 'off' }],
  ])(
    'turn the demo on by default, without a warning, where only this machine can reach the server: %j',
    (environment) => {
      const settings = readSettings({ ...environment, ...KEYS })
      expect(settings.demo).toBe(true)
      expect(findDemoWarning(settings)).toBeNull()
      expect(readSettings({ ...environment, ...KEYS, DEMO: 'off' }).demo).toBe(false)
      expect(readSettings({ ...environment, ...KEYS, ...POSTGRES }).demo).toBe(false)
    },
  )

  it.each([
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:3000' }],
    [{ PUBLIC_URL: 'https://school.example' }],
    [{ PUBLIC_URL: 'https://localhost.school.example' }],
    [{ TRUST_PROXY: 'on' }],
  ])('turn the demo off by default where others can reach the server, and warn if it is on: %j', (environment) => {
    const settings = readSettings({ ...environment, ...KEYS })
    expect(settings.demo).toBe(false)
    expect(findDemoWarning(settings)).toBeNull()
    const demo = readSettings({ ...environment, ...KEYS, DEMO: 'on' })
    expect(demo.demo).toBe(true)
    expect(findDemoWarning(demo)).toContain('passwords are public')
  })

  it('accept live keys with a PostgreSQL server and with the embedded database', () => {
    for (const environment of [POSTGRES, { DEMO: 'off' }, { PUBLIC_URL: 'https://school.example' }])
      expect(readSettings({ ...environment, ...LIVE }).cards).toMatchObject({ secretKey: 'sk_live_1' })
  })

  it('send e-mails from the school, unless MAIL_FROM is set', () => {
    expect(readSettings({ SCHOOL_NAME: 'Lens', SCHOOL_EMAIL: 'lens@school.example' }).mail).toEqual({
      smtpUrl: undefined,
      from: undefined,
    })
    expect(readSettings({ MAIL_FROM: '"Post, of the School" <post@school.example>' }).mail.from).toEqual({
      name: 'Post, of the School',
      address: 'post@school.example',
    })
    expect(readSettings({ MAIL_FROM: 'post@school.example' }).mail.from).toEqual({
      name: '',
      address: 'post@school.example',
    })
  })

  it('take cards by Stripe when its three settings are set', () => {
    expect(readSettings(KEYS).cards).toEqual({
      provider: 'stripe',
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
    })
  })

  it('accept a fake of Stripe on this machine, beside test keys', () => {
    const api = 'http://127.0.0.1:4242'
    expect(readSettings({ ...KEYS, STRIPE_API: api }).cards).toMatchObject({ provider: 'stripe', api })
  })

  it.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: 'http' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost' }],
    ['DATABASE_DIRECT_URL', { ...POSTGRES, ...LIVE, DATABASE_DIRECT_URL: 'localhost' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://localhost/school' }],
    ['SECRET', { DATABASE_URL: 'postgres://localhost/school', ...KEYS }],
    ['SECRET', { SECRET: 'short' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'school.example' }],
    ['PUBLIC_URL', { HOST: '0.0.0.0', DEMO: 'on' }],
    ['PUBLIC_URL', { HOST: '::', ...KEYS }],
    ['PUBLIC_URL', { HOST: '192.0.2.1', ...POSTGRES, ...LIVE }],
    ['DEMO', { DEMO: 'yes' }],
    ['DEMO', { DEMO: 'on', ...LIVE }],
    ['CARDS', { DEMO: 'off' }],
    ['CARDS', { CARDS: 'stripe' }],
    ['CARDS', { CARDS: 'sandbox', DEMO: 'off', ...LIVE }],
    ['CARDS', { CARDS: 'sandbox', ...POSTGRES, ...LIVE }],
    ['CARDS', { PUBLIC_URL: 'https://school.example', TRUST_PROXY: 'on' }],
    ['STRIPE_WEBHOOK_SECRET', { ...KEYS, STRIPE_WEBHOOK_SECRET: '' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...KEYS, STRIPE_PUBLISHABLE_KEY: 'pk_live_1', DEMO: 'off' }],
    ['STRIPE_API', { ...KEYS, STRIPE_API: 'https://api.stripe.com' }],
    ['STRIPE_API', { ...KEYS, STRIPE_API: 'http://10.0.0.1:4242' }],
    ['STRIPE_API', { ...KEYS, STRIPE_API: 'http://127.0.0.1:4242@evil.example' }],
    ['STRIPE_API', { ...LIVE, DEMO: 'off', STRIPE_API: 'http://127.0.0.1:4242' }],
    ['STRIPE_API', { CARDS: 'sandbox', ...KEYS, STRIPE_API: 'http://127.0.0.1:4242' }],
    ['STRIPE_API', { STRIPE_API: 'http://127.0.0.1:4242' }],
    ['CURRENCY', { CURRENCY: 'USD' }],
    ['CURRENCY', { CURRENCY: 'zzz' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example' }],
    ['SMTP_URL', { SMTP_URL: 'https://mail.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'The School' }],
    ['MAIL_FROM', { MAIL_FROM: 'The School <mail@>' }],
    ['MAIL_FROM', { MAIL_FROM: 'The School <mail@school.example>\r\nBcc: all@school.example' }],
    ['S3_ENDPOINT', { ...S3, S3_ENDPOINT: 's3.example' }],
    ['S3_BUCKET', { ...S3, S3_BUCKET: '../bucket' }],
    ['IMAGE_HOST', { ...IMGBB, IMAGE_HOST: 'another' }],
    ['IMGBB_KEY', { IMAGE_HOST: 'imgbb' }],
    ['IMGBB_KEY', { IMGBB_KEY: 'key' }],
    ['IMGBB_URL', { IMGBB_URL: 'https://images.example' }],
    ['IMGBB_URL', { ...IMGBB, IMGBB_URL: 'http://images.example' }],
    ['IMGBB_URL', { ...IMGBB, IMGBB_URL: 'images.example' }],
    ['C2PA_TRUST_LIST', { C2PA_TRUST_LIST: '/nowhere' }],
    ['C2PA_TRUST_LIST', { C2PA_TRUST_LIST: 'package.json' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ])('name the invalid variable: %s in %j', (name, environment) => {
    expect(() => readSettings(environment)).toThrow(new RegExp(`^${name}: .+$`))
  })

  it('store uploaded images in the data folder, in a bucket, or with an image host', () => {
    expect(readSettings({}).images).toEqual({ s3: undefined, host: undefined, trustList: '' })
    expect(readSettings(S3).images.s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'school-pictures',
      region: 'auto',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    expect(readSettings(IMGBB).images.host).toEqual({ url: 'https://api.imgbb.com/1/upload', key: 'key' })
    const own = { url: 'http://127.0.0.1:4242/upload', key: 'key' }
    expect(readSettings({ ...IMGBB, IMGBB_URL: own.url }).images.host).toEqual(own)
  })

  it('trust the certificates of a list, without what is around them, and refuse a list with one that is broken', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'school-settings-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const read = (list: string) => {
      const path = join(folder, 'trust.pem')
      writeFileSync(path, list)
      return readSettings({ C2PA_TRUST_LIST: path }).images.trustList
    }
    expect(read(`\ufeff# Cameras\r\n${AUTHORITY.replaceAll('\n', '\r\n')}\n\n${AUTHORITY}`)).toBe(AUTHORITY + AUTHORITY)
    const broken = [AUTHORITY.replace('MII', '!!!'), AUTHORITY.slice(0, -60), AUTHORITY.replace(/\n-----END.*\n/, '\n')]
    for (const each of broken) expect(() => read(AUTHORITY + each)).toThrow(/^C2PA_TRUST_LIST: must be/)
  })

  it.each(Object.keys(S3))('require all settings of a bucket: without %s', (name) => {
    expect(() => readSettings({ ...S3, [name]: '' })).toThrow(new RegExp(`^${name}: .+$`))
  })

  it('list the sign-in providers, each with its client', () => {
    expect(readSettings({}).signInProviders).toEqual([])
    const google = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 'gs' }
    const club = { OIDC_ISSUER: 'https://club.example', OIDC_CLIENT_ID: 'o', OIDC_CLIENT_SECRET: 'os' }
    expect(readSettings({ ...google, ...club }).signInProviders).toMatchObject([
      { id: 'google', name: 'Google', clientId: 'g', clientSecret: 'gs' },
      { id: 'oidc', name: 'club.example', issuer: 'https://club.example' },
    ])
    expect(readSettings({ ...club, OIDC_NAME: 'The Club' }).signInProviders[0]?.name).toBe('The Club')
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'g' }, 'GOOGLE_CLIENT_SECRET'],
    [{ GITHUB_CLIENT_SECRET: 's' }, 'GITHUB_CLIENT_ID'],
    [{ OIDC_ISSUER: 'https://club.example' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_CLIENT_ID: 'o', OIDC_CLIENT_SECRET: 'os' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'http://club.example', OIDC_CLIENT_ID: 'o', OIDC_CLIENT_SECRET: 'os' }, 'OIDC_ISSUER'],
  ])('refuse a sign-in provider that is incomplete or unsafe: %j', (settings, name) => {
    expect(() => readSettings(settings)).toThrow(new RegExp(`^${name}: `))
  })

  const FIREBASE = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'school-test', FIREBASE_API_KEY: 'key' }

  it('describe a Firebase project, whose domain and providers have names', () => {
    const environment = { ...FIREBASE, FIREBASE_PROVIDERS: 'google.com, oidc.staff', OIDC_NAME: 'Staff' }
    expect(readSettings(environment).identity).toMatchObject({
      provider: 'firebase',
      firebase: {
        authDomain: 'school-test.firebaseapp.com',
        providers: [
          { id: 'google.com', name: 'Google' },
          { id: 'oidc.staff', name: 'Staff' },
        ],
        emulator: undefined,
      },
    })
  })

  it.each([
    [{ ...FIREBASE, FIREBASE_API_KEY: '' }, 'FIREBASE_API_KEY: is missing'],
    [{ ...FIREBASE, FIREBASE_PROJECT_ID: '' }, 'FIREBASE_PROJECT_ID: is missing'],
    [{ ...FIREBASE, FIREBASE_PROVIDERS: 'myspace.com' }, 'FIREBASE_PROVIDERS: myspace.com is none of'],
    [{ ...FIREBASE, FIREBASE_SERVICE_ACCOUNT: '/nowhere' }, 'FIREBASE_SERVICE_ACCOUNT: must be the path'],
    [{ ...FIREBASE, REQUIRE_ADMIN_2FA: 'on' }, 'REQUIRE_ADMIN_2FA: is for accounts that we keep'],
    [
      { ...FIREBASE, GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' },
      'GOOGLE_CLIENT_ID: IDENTITY=firebase allows no',
    ],
    [{ FIREBASE_PROJECT_ID: 'school-test' }, 'FIREBASE_PROJECT_ID: is only for IDENTITY=firebase'],
    [{ IDENTITY: 'oidc', DEMO: 'off', CARDS: 'sandbox' }, 'IDENTITY: oidc needs the OIDC_ settings'],
    [
      { IDENTITY: 'oidc', GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b' },
      'GITHUB_CLIENT_ID: IDENTITY=oidc allows no',
    ],
  ])('of two identity providers, or of half a one, stop the start: %j', (environment, message) => {
    expect(() => readSettings(environment)).toThrow(message)
  })
})
