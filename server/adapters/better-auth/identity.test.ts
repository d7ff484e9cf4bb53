import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { deriveKey } from '#server/platform/secrets.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { catchCode, Visitor } from '../../../testing/visitor.ts'
import { closeDemoLogins, openDemoLogin } from './demo-logins.ts'

const application = openForThisFile()

const identify = (path: string, body: object, headers: Record<string, string> = {}) =>
  new Member(application, '').identify(path, body, headers)

/** Registers with the provider, and returns the session cookie. */
const register = async (email: string) => (await new Member(application, email).register()).cookie

const exchange = (email: string, headers: Record<string, string>) =>
  application.visitor.request('POST', '/api/jwt', { headers, body: { email } })

describe('the token exchange', () => {
  it("issues a token for the session's own e-mail, in any case, and creates the user record", async () => {
    const cookie = await register('First@Example.test')
    const { jwtToken } = (await exchange('FIRST@example.test', { cookie })).json()
    const user = await new Visitor(application.app, jwtToken).call(api.getUser, {
      params: { email: 'first@example.test' },
    })
    expect(user).toMatchObject({
      email: 'first@example.test',
      name: 'Somebody',
      role: 'student',
      student: { student: true },
      instructor: { instructor: false },
      admin: { admin: false },
    })
  })

  it('is refused without a session', async () => {
    await register('alone@example.test')
    expect((await exchange('alone@example.test', {})).statusCode).toBe(401)
  })

  it("is refused for another user's e-mail", async () => {
    const cookie = await register('mallory@example.test')
    await register('victim@example.test')
    expect((await exchange('victim@example.test', { cookie })).statusCode).toBe(401)
  })

  it('is refused to a page of another origin, even with the cookie', async () => {
    const cookie = await register('csrf@example.test')
    expect((await exchange('csrf@example.test', { cookie, origin: 'https://evil.example' })).statusCode).toBe(401)
  })

  it('is refused after the session was signed out', async () => {
    const cookie = await register('gone@example.test')
    await identify('sign-out', {}, { cookie })
    expect((await exchange('gone@example.test', { cookie })).statusCode).toBe(401)
  })
})

describe('creating a user record', () => {
  it('creates a student at the current time, and ignores a role and a time in the request', async () => {
    const cookie = await register('sly@example.test')
    const userInfo = { name: 'Sly', email: 'sly@example.test', image: '', role: 'admin', created_at: 1 }
    const made = await application.visitor.request('POST', '/api/users', { headers: { cookie }, body: { userInfo } })
    expect(made.json().insertedId).toEqual(expect.any(String))
    const { jwtToken } = (await exchange('sly@example.test', { cookie })).json()
    const user = await new Visitor(application.app, jwtToken).call(api.getUser, {
      params: { email: 'sly@example.test' },
    })
    expect(user).toMatchObject({ name: 'Sly', role: 'student', image: null })
    expect(user.created_at).toBeGreaterThan(Date.now() - 60_000)
  })

  it('changes nothing for an e-mail with a record, even in concurrent requests', async () => {
    const cookie = await register('twice@example.test')
    const body = { userInfo: { name: 'Twice', email: 'twice@example.test' } }
    const both = await Promise.all(
      [1, 2].map(() => application.visitor.request('POST', '/api/users', { headers: { cookie }, body })),
    )
    expect(both.map((response) => response.json().insertedId).filter(Boolean)).toHaveLength(1)
  })

  it("is refused for another user's e-mail, and without a proof", async () => {
    const cookie = await register('me@example.test')
    const body = { userInfo: { name: 'You', email: 'you@example.test' } }
    expect((await application.visitor.request('POST', '/api/users', { headers: { cookie }, body })).statusCode).toBe(
      401,
    )
    expect((await application.visitor.request('POST', '/api/users', { body })).statusCode).toBe(401)
  })

  it.each(['javascript:alert(1)', 'http://plain.example/a.png', '//elsewhere.example/a.png', 'data:text/html,x'])(
    'refuses %s as a photo',
    async (image) => {
      const cookie = await register(`photo${Math.random()}@example.test`)
      const body = { userInfo: { name: 'Photo', email: 'photo@example.test', image } }
      const response = await application.visitor.request('POST', '/api/users', { headers: { cookie }, body })
      expect(response.statusCode).toBe(400)
      expect(response.json().message).toMatch(/^userInfo\.image: /)
    },
  )
})

describe('a token', () => {
  const call = (token: string, email: string) =>
    new Visitor(application.app, token).call(api.listPayments, { query: { email } })
  const token = (key: Uint8Array, expires: string, id: string) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(id)
      .setIssuer('photography-school')
      .setAudience('photography-school')
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key)
  const ownKey = deriveKey('tokens', 'a secret for tests, of enough characters')

  it('is refused when it is forged, unsigned, expired or malformed', async () => {
    const { user } = await application.signedIn('student')
    expect(await call(await token(ownKey, '1h', user.id), user.email)).toEqual([])
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: user.id, exp: 9e9 }))}.`
    const forged = await token(deriveKey('tokens', 'another secret, of enough characters'), '1h', user.id)
    for (const wrong of [forged, unsigned, await token(ownKey, '-1s', user.id), 'no-token']) {
      expect(await catchCode(call(wrong, user.email))).toBe('NOT_SIGNED_IN')
    }
  })

  it('is refused when its user is deleted or never existed', async () => {
    const { user } = await application.signedIn('student', { deletedAt: Date.now() })
    expect(await catchCode(call(await application.tokens.issue(user.id, Date.now()), user.email))).toBe('NOT_SIGNED_IN')
    expect(await catchCode(call(await application.tokens.issue('nobody', Date.now()), user.email))).toBe(
      'NOT_SIGNED_IN',
    )
  })
})

describe('passwords', () => {
  it.each([
    ['Ab@1', 'Password should have at least 6 characters'],
    ['secret@2019', 'Password should, one capital letter, and one special character'],
    ['Secret2019', 'Password should, one capital letter, and one special character'],
  ])('like %s are refused by the server too', async (password, message) => {
    const response = await identify('sign-up/email', { name: '', email: 'weak@example.test', password })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ statusCode: 400, message })
  })

  it('are refused when they are wrong, with the same message as for an unknown e-mail', async () => {
    await register('right@example.test')
    const wrong = await identify('sign-in/email', { email: 'right@example.test', password: 'Wrong@2019' })
    const unknown = await identify('sign-in/email', { email: 'nobody@example.test', password: 'Wrong@2019' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json().message).toBe(unknown.json().message)
  })
})

describe('demo accounts', () => {
  const login = { email: 'demo@example.test', name: 'Demo', image: null, password: 'Demo@2019' }
  const signIn = () => identify('sign-in/email', { email: login.email, password: login.password })

  it('can sign in only while the demo is on', async () => {
    await openDemoLogin(application.services.db, application.auth, login)
    const cookie = String((await signIn()).headers['set-cookie']).split(';')[0] ?? ''
    const exchanged = await exchange(login.email, { cookie })
    expect(exchanged.statusCode).toBe(200)
    const visitor = new Visitor(application.app, exchanged.json().jwtToken)
    const readOwn = () => visitor.call(api.getUser, { params: { email: login.email } })
    expect(await readOwn()).toMatchObject({ email: login.email })
    await transaction(application.services.db, closeDemoLogins)
    expect((await signIn()).statusCode).toBe(401)
    expect((await exchange(login.email, { cookie })).statusCode).toBe(401)
    expect(await catchCode(readOwn())).toBe('NOT_SIGNED_IN')
    await openDemoLogin(application.services.db, application.auth, login)
    expect((await signIn()).statusCode).toBe(200)
  })

  it('do not change an account that was registered with their e-mail', async () => {
    await register('real@example.test')
    await openDemoLogin(application.services.db, application.auth, { ...login, email: 'real@example.test' })
    expect((await identify('sign-in/email', { email: 'real@example.test', password: login.password })).statusCode).toBe(
      401,
    )
    await transaction(application.services.db, closeDemoLogins)
    expect((await identify('sign-in/email', { email: 'real@example.test', password: PASSWORD })).statusCode).toBe(200)
  })
})

describe('confirming an e-mail address', () => {
  const findEmail = async (email: string) =>
    (await application.readEmails()).findLast((mail) => mail.to?.[0]?.address === email)
  const confirm = (token: string, cookie = '') => identify('confirm-email', { token }, cookie ? { cookie } : {})
  const confirmed = async (cookie: string) =>
    (await application.visitor.request('GET', '/api/auth/get-session', { headers: { cookie } })).json().user
      .emailVerified

  it('is requested by an e-mail at registration, whose link works once', async () => {
    const cookie = await register('letter@example.test')
    const message = await findEmail('letter@example.test')
    expect(message?.subject).toBe('Please confirm your e-mail address for Photography School')
    const token = /verify-email\?token=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
    expect(await confirmed(cookie)).toBe(false)
    expect((await confirm(token, cookie)).statusCode).toBe(200)
    expect(await confirmed(cookie)).toBe(true)
    expect((await confirm(token, cookie)).json().code).toBe('INVALID_TOKEN')
  })

  it('can be requested again by a signed-in user, three times an hour', async () => {
    const cookie = await register('again@example.test')
    const ask = async () => (await identify('confirm-email/send', {}, { cookie })).statusCode
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429])
    for (let n = 1; n <= 4; n++) expect((await identify('confirm-email/send', {})).statusCode).toBe(401)
    const emails = (await application.readEmails()).filter((mail) => mail.to?.[0]?.address === 'again@example.test')
    expect(emails).toHaveLength(4)
  })

  it('counts only in a session of that account; the link can be used afterwards', async () => {
    const [cookie, other] = [await register('own-session@example.test'), await register('other-session@example.test')]
    const token = /verify-email\?token=([\w-]+)/.exec((await findEmail('own-session@example.test'))?.text ?? '')?.[1]
    for (const wrong of ['', other]) {
      const refused = await confirm(token ?? '', wrong)
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'LOG_IN_TO_CONFIRM'])
    }
    expect([await confirmed(cookie), await confirmed(other)]).toEqual([false, false])
    expect((await confirm(token ?? '', cookie)).statusCode).toBe(200)
    expect([await confirmed(cookie), await confirmed(other)]).toEqual([true, false])
  })

  it('is refused for an invented link', async () => {
    expect((await confirm('made-up')).json()).toMatchObject({ statusCode: 400, code: 'INVALID_TOKEN' })
  })
})
