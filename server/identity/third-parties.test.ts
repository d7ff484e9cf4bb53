import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../tests/free-port.ts'
import { openTestSchool, schoolForThisTest, type TestSchool } from '../../tests/school.ts'
import { type Page, Wanderer } from '../../tests/wanderer.ts'
import { closeDemoLogins } from './demo-logins.ts'

const PASSWORD = 'Secret@2019'

/** A school that listens, since its third party calls it, and it its third party. */
async function openListening(settings: Record<string, string>): Promise<TestSchool> {
  const port = Number(settings.PORT ?? (await freePort()))
  const school = await openTestSchool({ PUBLIC_URL: `http://127.0.0.1:${port}`, ...settings })
  await school.app.listen({ port, host: '127.0.0.1' })
  return school
}

const start = ({ parts: { settings, thirdParties } }: TestSchool, said: Record<string, string> = {}) => {
  const query = {
    provider: thirdParties[0]?.id ?? '',
    popupOrigin: settings.publicUrl,
    popupNonce: 'n',
    callbackURL: '/',
    ...said,
  }
  return `${settings.publicUrl}/api/auth/oauth-popup/start?${new URLSearchParams(query)}`
}

/** What the last page of the popup tells the page that opened it. */
function outcome({ text }: Page): { token?: string; error?: { code: string } } {
  return JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '{}')
}

const actionOf = ({ url, text }: Page) => new URL(/action="([^"]+)"/.exec(text)?.[1] ?? '', url).href

async function signIn(school: TestSchool, email: string, name = 'Somebody', who = new Wanderer()) {
  const asked = await who.get(start(school))
  const done = await who.post(actionOf(asked), { Email: email, Name: name })
  return { who, outcome: outcome(done), done }
}

async function personOf(school: TestSchool, who: Wanderer) {
  const { text } = await who.get(`${school.parts.settings.publicUrl}/api/auth/get-session`)
  return JSON.parse(text)?.user ?? null
}

let school: TestSchool
beforeAll(async () => {
  school = await openListening({ DEMO: 'on' })
})
afterAll(() => school.close())

describe('signing in with the demo’s third party', () => {
  it('makes an account with a confirmed address, which the token exchange takes', async () => {
    const { who, outcome: told } = await signIn(school, 'Nora@Third.test', 'Nora Berg')
    expect(told.error).toBeUndefined()
    expect(await personOf(school, who)).toMatchObject({
      email: 'nora@third.test',
      name: 'Nora Berg',
      emailVerified: true,
    })
    const { publicUrl } = school.parts.settings
    const exchanged = await who.post(`${publicUrl}/api/jwt`, { email: 'nora@third.test' }, { json: true })
    expect(JSON.parse(exchanged.text)).toEqual({ jwtToken: expect.any(String) })
  })

  it('finds the same account again', async () => {
    const { who } = await signIn(school, 'again@third.test')
    const first = await personOf(school, who)
    const { who: later } = await signIn(school, 'again@third.test')
    expect(await personOf(school, later)).toMatchObject({ id: first.id })
  })

  it('asks anew for what is no e-mail address, and keeps what was typed', async () => {
    const who = new Wanderer()
    const again = await who.post(actionOf(await who.get(start(school))), { Email: '<b>nobody', Name: 'Nora' })
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('value="&lt;b&gt;nobody"')])
    expect(again.text).toContain('value="Nora"')
  })

  it('tells the page when it was cancelled', async () => {
    const who = new Wanderer()
    const asked = await who.get(start(school))
    expect(outcome(await who.get(`${actionOf(asked)}/cancel`)).error?.code).toBe('access_denied')
    expect(await personOf(school, who)).toBeNull()
  })

  it('leaves the window that opened the popup within its reach, and no other site’s', async () => {
    const { done } = await signIn(school, 'popup@third.test')
    expect(done.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(done.text).toContain(`"targetOrigin":"${school.parts.settings.publicUrl}"`)
    const elsewhere = await new Wanderer().get(start(school, { popupOrigin: 'https://evil.example' }))
    expect(elsewhere.status).toBe(403)
  })

  it('leads nobody to another site afterwards', async () => {
    const told = outcome(await new Wanderer().get(start(school, { callbackURL: 'https://evil.example' })))
    expect(told.error?.code).toBe('invalid_callback_url')
  })

  it('is refused to whoever brings the end of a sign-in that another browser began', async () => {
    const [mallory, victim] = [new Wanderer(), new Wanderer()]
    mallory.stopsAt = `${school.parts.settings.publicUrl}/api/auth/callback/`
    const asked = await mallory.get(start(school))
    const { url } = await mallory.post(actionOf(asked), { Email: 'mallory@third.test', Name: 'M' })
    expect(url).toContain('code=')
    await victim.get(start(school))
    expect(outcome(await victim.get(url)).error?.code).toBe('state_mismatch')
    expect(await personOf(school, victim)).toBeNull()
  })
})

describe('an e-mail that has an account already', () => {
  const auth = (path: string) => `${school.parts.settings.publicUrl}/api/auth/${path}`

  it('with a password is not taken over by a third party, though both have confirmed the address', async () => {
    const owner = new Wanderer()
    const account = { name: 'Owner', email: 'owner@third.test', password: PASSWORD }
    await owner.post(auth('sign-up/email'), account, { json: true })
    const { user } = await import('./identity.table.ts')
    await school.parts.db.update(user).set({ emailVerified: true }).where(eq(user.email, account.email))
    const { who, outcome: told } = await signIn(school, 'owner@third.test', 'Thief')
    expect(told.error?.code).toBe('account_not_linked')
    expect(await personOf(school, who)).toBeNull()
  })

  it('with a third party is not taken over by a password', async () => {
    await signIn(school, 'popular@third.test')
    const account = { name: 'Thief', email: 'popular@third.test', password: PASSWORD }
    const refused = await new Wanderer().post(auth('sign-up/email'), account, { json: true })
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([
      422,
      expect.stringContaining('USER_ALREADY_EXISTS'),
    ])
  })

  it('is joined with a third party by its owner, who is signed in', async () => {
    const owner = new Wanderer()
    const account = { name: 'Owner', email: 'joined@third.test', password: PASSWORD }
    await owner.post(auth('sign-up/email'), account, { json: true })
    const said = { provider: 'demo', callbackURL: '/dashboard/profile' }
    const { url } = JSON.parse((await owner.post(auth('link-social'), said, { json: true })).text)
    await owner.post(actionOf(await owner.get(url)), { Email: 'joined@third.test', Name: 'Owner' })
    const { who } = await signIn(school, 'joined@third.test')
    expect(await personOf(school, who)).toEqual(await personOf(school, owner))
  })
})

describe('the demo’s third party', () => {
  it('vouches for nobody once the demo is off', async () => {
    const { who } = await signIn(school, 'pretender@third.test')
    await closeDemoLogins(school.parts.db)
    expect(await personOf(school, who)).toBeNull()
    const { account, user } = await import('./identity.table.ts')
    const { db } = school.parts
    expect((await db.select().from(account)).filter(({ providerId }) => providerId === 'demo')).toEqual([])
    const [pretender] = await db.select().from(user).where(eq(user.email, 'pretender@third.test'))
    expect(pretender?.emailVerified).toBe(false)
  })

  it('is not there in a real school', async () => {
    const real = await schoolForThisTest()
    expect(real.parts.thirdParties).toEqual([])
    const discovery = '/demo-identity/.well-known/openid-configuration'
    expect((await real.visitor.request('GET', discovery)).statusCode).toBe(404)
  })
})

describe('an issuer of the settings', () => {
  it('that is away is told, and asked again when somebody tries again', async () => {
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}/demo-identity`
    const club = { OIDC_ISSUER: issuer, OIDC_NAME: 'Club Login', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'a secret' }
    const own = await openListening(club)
    expect(own.parts.thirdParties).toEqual([{ id: 'oidc', name: 'Club Login' }])
    const who = new Wanderer()
    expect(outcome(await who.get(start(own))).error?.code).toBe('popup_sign_in_failed')

    const clubhouse = await openListening({ DEMO: 'on', PUBLIC_URL: `http://127.0.0.1:${port}`, PORT: String(port) })
    who.stopsAt = issuer
    expect((await who.get(start(own))).url).toContain(`${issuer}/auth?`)
    await own.close()
    await clubhouse.close()
  })
})
