import { describe, expect, it } from 'vitest'
import { readSettings } from '../server/settings.ts'

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

describe('settings', () => {
  it('have a default each that runs on a bare machine', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      demo: true,
      cards: { provider: 'sandbox' },
      currency: 'usd',
      trustProxy: false,
      logLevel: 'info',
    })
  })

  it('take an empty variable for none', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it('have the demo on only on the embedded database and a loopback address, unless it is said', () => {
    expect(readSettings({ ...POSTGRES, ...KEYS }).demo).toBe(false)
    expect(readSettings({ HOST: '0.0.0.0', ...KEYS }).demo).toBe(false)
    expect(readSettings({ HOST: '0.0.0.0', DEMO: 'on' }).demo).toBe(true)
  })

  it('send mail in the name of the school, unless they say otherwise', () => {
    expect(readSettings({ SCHOOL_NAME: 'Lens', SCHOOL_EMAIL: 'lens@school.example' }).mail).toEqual({
      smtpUrl: undefined,
      from: { name: 'Lens', address: 'lens@school.example' },
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

  it('take cards by Stripe when its three settings are there', () => {
    expect(readSettings(KEYS).cards).toEqual({
      provider: 'stripe',
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
    })
  })

  it('take a stand-in for Stripe on this machine, beside test keys', () => {
    const api = 'http://127.0.0.1:4242'
    expect(readSettings({ ...KEYS, STRIPE_API: api }).cards).toMatchObject({ provider: 'stripe', api })
  })

  it.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: 'http' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost' }],
    ['SECRET', { DATABASE_URL: 'postgres://localhost/school', ...KEYS }],
    ['SECRET', { SECRET: 'short' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'school.example' }],
    ['DEMO', { DEMO: 'yes' }],
    ['DEMO', { DEMO: 'on', ...LIVE }],
    ['CARDS', { DEMO: 'off' }],
    ['CARDS', { CARDS: 'stripe' }],
    ['CARDS', { CARDS: 'sandbox', DEMO: 'off', ...LIVE }],
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
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ])('that are wrong are named: %s in %j', (name, environment) => {
    expect(() => readSettings(environment)).toThrow(new RegExp(`^${name}: .+$`))
  })

  it('keep uploaded pictures in the data folder, in a bucket, or at an image host', () => {
    expect(readSettings({}).pictures).toEqual({ s3: undefined, host: undefined })
    expect(readSettings(S3).pictures.s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'school-pictures',
      region: 'auto',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    expect(readSettings(IMGBB).pictures.host).toEqual({ url: 'https://api.imgbb.com/1/upload', key: 'key' })
    const own = { url: 'http://127.0.0.1:4242/upload', key: 'key' }
    expect(readSettings({ ...IMGBB, IMGBB_URL: own.url }).pictures.host).toEqual(own)
  })

  it.each(Object.keys(S3))('want a bucket to be whole: without %s', (name) => {
    expect(() => readSettings({ ...S3, [name]: '' })).toThrow(new RegExp(`^${name}: .+$`))
  })

  it('name the third parties by which one may sign in, each with its client', () => {
    expect(readSettings({}).thirdParties).toEqual([])
    const google = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 'gs' }
    const club = { OIDC_ISSUER: 'https://club.example', OIDC_CLIENT_ID: 'o', OIDC_CLIENT_SECRET: 'os' }
    expect(readSettings({ ...google, ...club }).thirdParties).toMatchObject([
      { id: 'google', name: 'Google', clientId: 'g', clientSecret: 'gs' },
      { id: 'oidc', name: 'club.example', issuer: 'https://club.example' },
    ])
    expect(readSettings({ ...club, OIDC_NAME: 'The Club' }).thirdParties[0]?.name).toBe('The Club')
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'g' }, 'GOOGLE_CLIENT_SECRET'],
    [{ GITHUB_CLIENT_SECRET: 's' }, 'GITHUB_CLIENT_ID'],
    [{ OIDC_ISSUER: 'https://club.example' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_CLIENT_ID: 'o', OIDC_CLIENT_SECRET: 'os' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'http://club.example', OIDC_CLIENT_ID: 'o', OIDC_CLIENT_SECRET: 'os' }, 'OIDC_ISSUER'],
  ])('refuse a third party that is not whole or not safe: %j', (settings, name) => {
    expect(() => readSettings(settings)).toThrow(new RegExp(`^${name}: `))
  })
})
