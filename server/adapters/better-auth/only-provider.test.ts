import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { school } from '#server/domains/school/school.table.ts'
import { createLink } from '#server/domains/setup/links.ts'
import { users } from '#server/domains/users/users.table.ts'
import { makeUser } from '../../../demo/factories.ts'
import { openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { Crawler } from '../../../testing/crawler.ts'
import { freePort } from '../../../testing/free-port.ts'
import { openIssuer } from '../../../testing/issuer.ts'
import { openListening, readOutcome, signInWithProvider, startUrl } from '../../../testing/provider-sign-in.ts'
import { account, CREDENTIAL, session, user } from './identity.table.ts'

let application: TestApplication
beforeAll(async () => {
  application = await openListening({ DEMO: 'on', IDENTITY: 'oidc' })
})
afterAll(() => application.close())

const url = (path: string, { settings }: TestApplication = application) => `${settings.publicUrl}/api${path}`
const post = async (who: Crawler, path: string, body: object, of = application) => {
  const { status, text } = await who.post(url(path, of), body, { json: true })
  return { status, body: JSON.parse(text || 'null') }
}
const exchange = (who: Crawler, email: string, of = application) => post(who, '/jwt', { email }, of)

const toFormerId = (email: string) => `former-${email.split('@')[0]}`

/** Inserts an account from the time when people had passwords, with a session and a record that is bound to it. */
async function makeFormerAccount(email: string, emailVerified: boolean, { services: { db } } = application) {
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const id = toFormerId(email)
  const owner = await makeUser(db, 'instructor', { email, identityId: id, emailConfirmed: emailVerified })
  await db.insert(user).values({ ...times, id, email, name: 'Former', emailVerified })
  const credential = { accountId: id, providerId: CREDENTIAL, userId: id, password: 'hash' }
  await db.insert(account).values({ ...times, id: `credential ${email}`, ...credential })
  const expiresAt = new Date(Date.now() + 60_000)
  await db.insert(session).values({ ...times, id: `session ${email}`, token: `token ${email}`, userId: id, expiresAt })
  return owner
}

describe('a school whose only identity provider is an OpenID Connect provider', () => {
  it('lets people in through the provider, with roles of our own', async () => {
    const email = 'nora@third.test'
    const { who, outcome } = await signInWithProvider(application, email, 'Nora Berg')
    expect(outcome.error).toBeUndefined()
    expect((await exchange(who, email)).body).toEqual({ jwtToken: expect.any(String) })
    const [record] = await application.services.db.select().from(users).where(eq(users.email, email))
    expect(record).toMatchObject({ role: 'student', emailConfirmed: true })
  })

  it.each([
    ['/sign-up/email', { name: 'A', email: 'a@third.test', password: 'Secret@2019' }],
    ['/sign-in/email', { email: 'student@demo.school', password: 'Demo@2019' }],
    ['/request-password-reset', { email: 'student@demo.school' }],
    ['/reset-password', { token: 'token', newPassword: 'Secret@2019' }],
    ['/change-password', { currentPassword: 'Demo@2019', newPassword: 'Secret@2019' }],
    ['/reauthenticate', { password: 'Demo@2019' }],
    ['/link-social', { provider: 'demo' }],
    ['/unlink-account', { accountId: 'a', providerId: 'demo' }],
  ])('has no call for passwords: %s is 404', async (path, body) => {
    const { who } = await signInWithProvider(application, 'curious@third.test')
    expect((await post(who, `/auth${path}`, body)).status).toBe(404)
  })

  it('creates no account by the set-up or an invitation with a password', async () => {
    const { db } = application.services
    await db.update(school).set({ setUpAt: null })
    await db.execute(sql`truncate users cascade`)
    const link = await createLink(db, application.settings.publicUrl)
    const token = new URL(link ?? '').searchParams.get('token')
    const owner = { name: 'A', email: 'ada@third.test', password: 'Secret@2019', school_name: 'Light', token }
    expect(await post(new Crawler(), '/setup', owner)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  it('gives a person with a confirmed address their former account, and its record and role', async () => {
    const email = 'moved@third.test'
    const { id } = await makeFormerAccount(email, true)
    const { who, outcome } = await signInWithProvider(application, email)
    expect(outcome.error).toBeUndefined()
    expect((await exchange(who, email)).status).toBe(200)
    const { db } = application.services
    const [record] = await db.select().from(users).where(eq(users.email, email))
    expect(record).toMatchObject({ id, role: 'instructor', identityId: toFormerId(email) })
    const turnedOn = await post(who, '/auth/two-factor/enable', {})
    expect(turnedOn, 'the former password is not required').toMatchObject({ status: 200 })
  })

  it('removes an account that another person has registered with the address and never confirmed, and its sessions', async () => {
    const email = 'squatted@third.test'
    const { id } = await makeFormerAccount(email, false)
    const { who } = await signInWithProvider(application, email)
    expect((await exchange(who, email)).status).toBe(200)
    const { db } = application.services
    expect(
      await db
        .select()
        .from(user)
        .where(eq(user.id, toFormerId(email))),
    ).toEqual([])
    expect(
      await db
        .select()
        .from(session)
        .where(eq(session.userId, toFormerId(email))),
    ).toEqual([])
    const [record] = await db.select().from(users).where(eq(users.email, email))
    expect(record).toMatchObject({ id, emailConfirmed: true, tokensFrom: expect.any(Number) })
    expect(record?.tokensFrom).toBeGreaterThan(0)
  })

  it('signs nobody out with the proof of another, and ends the tokens of a session with POST /sign-out', async () => {
    const email = 'leaving@third.test'
    const { who } = await signInWithProvider(application, email)
    const { jwtToken } = (await exchange(who, email)).body
    const read = () =>
      application.visitor.request('GET', `/api/user/${email}`, { headers: { authorization: `Bearer ${jwtToken}` } })
    expect((await post(new Crawler(), '/sign-out', {})).status).toBe(401)
    expect((await read()).statusCode).toBe(200)
    expect((await post(who, '/sign-out', {})).body).toEqual({ deletedCount: 1 })
    expect((await read()).statusCode).toBe(401)
  })
})

describe('an address that the provider has not verified', () => {
  it('inherits no record, and takes no account', async () => {
    const port = await freePort()
    const email = 'victim@third.test'
    const issuer = await openIssuer(port, { sub: 'mallory', email, email_verified: false })
    const settings = { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'secret' }
    const other = await openListening({ IDENTITY: 'oidc', ...settings })
    try {
      await makeUser(other.services.db, 'admin', { email, identityId: null })
      const who = new Crawler()
      expect(readOutcome(await who.get(startUrl(other))).error).toBeUndefined()
      expect(await exchange(who, email, other)).toMatchObject({ status: 409, body: { code: 'EMAIL_NOT_CONFIRMED' } })
      await other.services.db.delete(user)
      await other.services.db.delete(users)
      await makeFormerAccount(email, false, other)
      expect(readOutcome(await new Crawler().get(startUrl(other))).error?.code).toBe('account_not_linked')
      expect(await other.services.db.select().from(user)).toHaveLength(1)
    } finally {
      issuer.close()
      await other.close()
    }
  })
})

describe('the set-up through the provider', () => {
  let fresh: TestApplication
  let token: string
  beforeAll(async () => {
    fresh = await openListening({ DEMO: 'on', IDENTITY: 'oidc' })
    await fresh.services.db.update(school).set({ setUpAt: null })
    const link = await createLink(fresh.services.db, fresh.settings.publicUrl)
    token = new URL(link ?? '').searchParams.get('token') ?? ''
  })
  afterAll(() => fresh.close())

  const claim = (who: Crawler, values = {}) =>
    post(who, '/setup/claim', { name: 'Ada', school_name: 'Light & Lens', token, ...values }, fresh)

  it('is refused without a proof, with another link, and to the demo’s people', async () => {
    expect((await claim(new Crawler())).status).toBe(401)
    const { who } = await signInWithProvider(fresh, 'thief@third.test')
    expect((await claim(who, { token: 'guessed' })).body.code).toBe('LINK_INVALID')
    const { who: demo } = await signInWithProvider(fresh, 'admin@demo.school')
    expect((await claim(demo)).body.code).toBe('INVALID_INPUT')
    expect(await fresh.services.db.select().from(users)).toEqual([])
  })

  it('makes the identity of the proof the first admin, once', async () => {
    const { who } = await signInWithProvider(fresh, 'ada@third.test')
    const both = await Promise.all([claim(who), claim(who)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
    expect((await exchange(who, 'ada@third.test', fresh)).status).toBe(200)
    const [owner] = await fresh.services.db.select().from(users)
    expect(owner).toMatchObject({ email: 'ada@third.test', name: 'Ada', role: 'admin', emailConfirmed: true })
    expect(fresh.services.school.current.name).toBe('Light & Lens')
    expect((await claim(who)).body.code).toBe('ALREADY_SET_UP')
  })
})

it('a start without a provider is refused', async () => {
  await expect(openTestApplication({ IDENTITY: 'oidc', DEMO: 'off' })).rejects.toThrow('IDENTITY: oidc needs')
})
