import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#server/platform/database/transaction.ts'
import { makeUser } from '../../../demo/factories.ts'
import { openForThisTest, type TestApplication } from '../../../testing/application.ts'
import { Crawler } from '../../../testing/crawler.ts'
import { freePort } from '../../../testing/free-port.ts'
import { openIssuer } from '../../../testing/issuer.ts'
import {
  openListening,
  readAction,
  readOutcome,
  readSessionUser,
  signInWithProvider,
  startUrl,
} from '../../../testing/provider-sign-in.ts'
import { CODE_PERIOD_MS, generateCode } from '../../../testing/totp.ts'
import { closeDemoLogins } from './demo-logins.ts'

const PASSWORD = 'Secret@2019'

let application: TestApplication
beforeAll(async () => {
  application = await openListening({ DEMO: 'on' })
})
afterAll(() => application.close())

describe('signing in with the demo’s provider', () => {
  it('creates an account with a confirmed e-mail, which the token exchange accepts', async () => {
    const { who, outcome: result } = await signInWithProvider(application, 'Nora@Third.test', 'Nora Berg')
    expect(result.error).toBeUndefined()
    expect(await readSessionUser(application, who)).toMatchObject({
      email: 'nora@third.test',
      name: 'Nora Berg',
      emailVerified: true,
    })
    const { publicUrl } = application.settings
    const exchanged = await who.post(`${publicUrl}/api/jwt`, { email: 'nora@third.test' }, { json: true })
    expect(JSON.parse(exchanged.text)).toEqual({ jwtToken: expect.any(String) })
  })

  it('finds the same account again', async () => {
    const { who } = await signInWithProvider(application, 'again@third.test')
    const first = await readSessionUser(application, who)
    const { who: later } = await signInWithProvider(application, 'again@third.test')
    expect(await readSessionUser(application, later)).toMatchObject({ id: first.id })
  })

  it('asks again after an invalid e-mail address, and keeps the input', async () => {
    const who = new Crawler()
    const again = await who.post(readAction(await who.get(startUrl(application))), { Email: '<b>nobody', Name: 'Nora' })
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('value="&lt;b&gt;nobody"')])
    expect(again.text).toContain('value="Nora"')
  })

  it('reports to the page that it was canceled', async () => {
    const who = new Crawler()
    const loginPage = await who.get(startUrl(application))
    expect(readOutcome(await who.get(`${readAction(loginPage)}/cancel`)).error?.code).toBe('access_denied')
    expect(await readSessionUser(application, who)).toBeNull()
  })

  it('keeps the popup’s opener accessible, and refuses openers of other sites', async () => {
    const { done } = await signInWithProvider(application, 'popup@third.test')
    expect(done.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(done.text).toContain(`"targetOrigin":"${application.settings.publicUrl}"`)
    const elsewhere = await new Crawler().get(startUrl(application, { popupOrigin: 'https://evil.example' }))
    expect(elsewhere.status).toBe(403)
  })

  it('never redirects to another site afterwards', async () => {
    const result = readOutcome(await new Crawler().get(startUrl(application, { callbackURL: 'https://evil.example' })))
    expect(result.error?.code).toBe('invalid_callback_url')
  })

  it('is refused in another browser than the one that started it', async () => {
    const [mallory, victim] = [new Crawler(), new Crawler()]
    mallory.stopsAt = `${application.settings.publicUrl}/api/auth/callback/`
    const loginPage = await mallory.get(startUrl(application))
    const { url } = await mallory.post(readAction(loginPage), { Email: 'mallory@third.test', Name: 'M' })
    expect(url).toContain('code=')
    await victim.get(startUrl(application))
    expect(readOutcome(await victim.get(url)).error?.code).toBe('state_mismatch')
    expect(await readSessionUser(application, victim)).toBeNull()
  })
})

const auth = (path: string) => `${application.settings.publicUrl}/api/auth/${path}`

describe('an e-mail that already has an account', () => {
  it('with a password is not taken over by a sign-in provider, even if both have confirmed the e-mail', async () => {
    const owner = new Crawler()
    const account = { name: 'Owner', email: 'owner@third.test', password: PASSWORD }
    await owner.post(auth('sign-up/email'), account, { json: true })
    const { user } = await import('./identity.table.ts')
    await application.services.db.update(user).set({ emailVerified: true }).where(eq(user.email, account.email))
    const { who, outcome: result } = await signInWithProvider(application, 'owner@third.test', 'Thief')
    expect(result.error?.code).toBe('account_not_linked')
    expect(await readSessionUser(application, who)).toBeNull()
  })

  it('with a sign-in provider is not taken over by a password', async () => {
    await signInWithProvider(application, 'popular@third.test')
    const account = { name: 'Thief', email: 'popular@third.test', password: PASSWORD }
    const refused = await new Crawler().post(auth('sign-up/email'), account, { json: true })
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([
      422,
      expect.stringContaining('USER_ALREADY_EXISTS'),
    ])
  })

  it('can be connected to a sign-in provider by its signed-in owner', async () => {
    const owner = new Crawler()
    const account = { name: 'Owner', email: 'joined@third.test', password: PASSWORD }
    await owner.post(auth('sign-up/email'), account, { json: true })
    const body = { provider: 'demo', callbackURL: '/dashboard/profile' }
    const { url } = JSON.parse((await owner.post(auth('link-social'), body, { json: true })).text)
    await owner.post(readAction(await owner.get(url)), { Email: 'joined@third.test', Name: 'Owner' })
    const { who } = await signInWithProvider(application, 'joined@third.test')
    expect(await readSessionUser(application, who)).toEqual(await readSessionUser(application, owner))
  })
})

describe('an account without a password and with a second factor', () => {
  const post = async (who: Crawler, path: string, body: Record<string, string>) =>
    JSON.parse((await who.post(auth(path), body, { json: true })).text)

  it('is signed in by its sign-in provider only with a code', async () => {
    const { who: owner } = await signInWithProvider(application, 'careful@third.test')
    const { totpURI: uri } = await post(owner, 'two-factor/enable', {})
    await post(owner, 'two-factor/verify-totp', { code: generateCode(uri) })

    const { who, outcome: result, done } = await signInWithProvider(application, 'careful@third.test')
    expect([result.token, result.error?.code]).toEqual([undefined, 'second_factor'])
    expect(done.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/)
    expect(await readSessionUser(application, who)).toBeNull()
    expect(await post(who, 'two-factor/verify-totp', { code: '000000' })).toMatchObject({ code: 'INVALID_CODE' })
    expect(await readSessionUser(application, who)).toBeNull()
    await post(who, 'two-factor/verify-totp', { code: generateCode(uri, Date.now() + CODE_PERIOD_MS) })
    expect(await readSessionUser(application, who)).toMatchObject({ email: 'careful@third.test' })
  })
})

describe('the demo’s sign-in provider', () => {
  it('signs nobody in once the demo is off', async () => {
    const { who } = await signInWithProvider(application, 'pretender@third.test')
    await transaction(application.services.db, closeDemoLogins)
    expect(await readSessionUser(application, who)).toBeNull()
    const { account, user } = await import('./identity.table.ts')
    const { db } = application.services
    expect((await db.select().from(account)).filter(({ providerId }) => providerId === 'demo')).toEqual([])
    const [pretender] = await db.select().from(user).where(eq(user.email, 'pretender@third.test'))
    expect(pretender?.emailVerified).toBe(false)
  })

  it('does not exist without the demo', async () => {
    const real = await openForThisTest()
    expect(real.signInProviders).toEqual([])
    const discovery = '/demo-identity/.well-known/openid-configuration'
    expect((await real.visitor.request('GET', discovery)).statusCode).toBe(404)
  })
})

describe('an issuer of the settings', () => {
  it('that has not verified an e-mail does not give access to the record of that e-mail', async () => {
    const email = 'seeded-admin@third.test'
    const issuer = await openIssuer(await freePort(), { sub: 'mallory', email, email_verified: false })
    const club = { OIDC_NAME: 'Club Login', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'a secret' }
    const own = await openListening({ ...club, OIDC_ISSUER: issuer.url })
    const record = await makeUser(own.services.db, 'admin', { email })
    const who = new Crawler()
    expect(readOutcome(await who.get(startUrl(own))).error).toBeUndefined()
    expect(await readSessionUser(own, who)).toMatchObject({ email, emailVerified: false })
    const exchanged = await who.post(`${own.settings.publicUrl}/api/jwt`, { email }, { json: true })
    expect([exchanged.status, JSON.parse(exchanged.text).code]).toEqual([409, 'EMAIL_NOT_CONFIRMED'])
    const { users } = await import('#server/domains/users/users.table.ts')
    expect(await own.services.db.select().from(users)).toEqual([record])
    await own.close()
    issuer.close()
  })

  it('that is down is reported, and tried again at the next sign-in', async () => {
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}/demo-identity`
    const club = { OIDC_ISSUER: issuer, OIDC_NAME: 'Club Login', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'a secret' }
    const own = await openListening(club)
    expect(own.signInProviders).toEqual([{ id: 'oidc', name: 'Club Login' }])
    const who = new Crawler()
    expect(readOutcome(await who.get(startUrl(own))).error?.code).toBe('popup_sign_in_failed')

    const clubhouse = await openListening({ DEMO: 'on', PUBLIC_URL: `http://127.0.0.1:${port}`, PORT: String(port) })
    who.stopsAt = issuer
    expect((await who.get(startUrl(own))).url).toContain(`${issuer}/auth?`)
    await own.close()
    await clubhouse.close()
  })
})
