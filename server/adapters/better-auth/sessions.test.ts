import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { users } from '#server/domains/users/users.table.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { catchCode, Visitor } from '../../../testing/visitor.ts'
import { user as identities, session } from './identity.table.ts'

const application = openForThisFile()

const identify = (path: string, body: object, headers: Record<string, string> = {}) =>
  new Member(application, '').identify(path, body, headers)

/** Registers with the provider, and returns the session cookie. */
const register = async (email: string) => (await new Member(application, email).register()).cookie

describe('a session', () => {
  const signIn = (headers: Record<string, string>) =>
    identify('sign-in/email', { email: 'session@example.test', password: PASSWORD }, headers)

  it('is new at each sign-in, whatever cookie was sent', async () => {
    const fixed = await register('session@example.test')
    const fresh = String((await signIn({ cookie: fixed })).headers['set-cookie']).split(';')[0]
    expect(fresh).not.toBe(fixed)
    expect(
      String((await signIn({ cookie: 'better-auth.session_token=chosen.by-another' })).headers['set-cookie']),
    ).not.toContain('chosen')
  })

  it('is in a cookie that scripts and other sites cannot use', async () => {
    expect(String((await signIn({})).headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/)
  })

  it.each(['sign-in/email', 'sign-up/email', 'sign-out', 'change-password', 'request-password-reset'])(
    'cannot be started, ended or changed by another site: %s',
    async (path) => {
      const cookie = await register(`cross${Math.random()}@example.test`)
      const body = {
        email: 'session@example.test',
        password: PASSWORD,
        name: '',
        newPassword: PASSWORD,
        currentPassword: PASSWORD,
      }
      const cross = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      expect((await identify(path, body, cross)).statusCode).toBe(403)
    },
  )

  it.each(['sign-in/email', 'sign-up/email'])(
    'cannot be started by another site for a visitor without one: %s',
    async (path) => {
      const form = new URLSearchParams({ email: 'session@example.test', password: PASSWORD, name: '' }).toString()
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
      }
      const response = await application.visitor.request('POST', `/api/auth/${path}`, { headers, body: form })
      expect([response.statusCode, response.headers['set-cookie']]).toEqual([403, undefined])
    },
  )
})

describe('a token of a sign-in session', () => {
  const call = (visitor: Visitor, { email }: Member) => visitor.call(api.listPayments, { query: { email } })

  it('ends when its owner signs out, and those of other sessions do not', async () => {
    const here = await new Member(application, 'two-sessions@example.test').register()
    const there = new Member(application, here.email)
    await there.signIn()
    const [visitorHere, visitorThere] = [await here.asVisitor(), await there.asVisitor()]
    expect(await call(visitorHere, here)).toEqual([])
    await here.identify('sign-out', {})
    expect(await catchCode(call(visitorHere, here))).toBe('NOT_SIGNED_IN')
    expect(await call(visitorThere, here)).toEqual([])
  })

  it('ends with the session, however that ends', async () => {
    const member = await new Member(application, 'expired@example.test').register()
    const visitor = await member.asVisitor()
    const { db } = application.services
    const endedSession = { expiresAt: new Date(Date.now() - 1000) }
    const userId = db.select({ id: identities.id }).from(identities).where(eq(identities.email, member.email))
    await db.update(session).set(endedSession).where(eq(session.userId, userId))
    expect(await catchCode(call(visitor, member))).toBe('NOT_SIGNED_IN')
  })

  it('is refused with the session of another user', async () => {
    const [mallory, victim] = [new Member(application, 'm@example.test'), new Member(application, 'v@example.test')]
    for (const member of [mallory, victim]) await (await member.register()).exchange()
    const { db } = application.services
    const [record] = await db.select().from(users).where(eq(users.email, victim.email))
    const sessions = await db.select().from(session).innerJoin(identities, eq(identities.id, session.userId))
    const findSession = ({ email }: Member) => sessions.find(({ user }) => user.email === email)?.session.id ?? ''
    const issue = async (member: Member) =>
      new Visitor(application.app, await application.tokens.issue(record?.id ?? '', Date.now(), findSession(member)))
    expect(await call(await issue(victim), victim)).toEqual([])
    expect(await catchCode(call(await issue(mallory), victim))).toBe('NOT_SIGNED_IN')
  })
})

describe('a profile at the provider', () => {
  it.each([
    ['a script for a photo', { image: 'javascript:alert(1)' }],
    ['an unsafe address for a photo', { image: 'http://plain.example/a.png' }],
    ['an endless name', { name: 'N'.repeat(201) }],
  ])('is refused: %s', async (_what, profile) => {
    const account = { name: '', email: `said${Math.random()}@example.test`, password: PASSWORD }
    expect((await identify('sign-up/email', { ...account, ...profile })).statusCode).toBe(400)
    const cookie = await register(account.email)
    expect((await identify('update-user', profile, { cookie })).statusCode).toBe(400)
  })

  it('may have a name that looks like HTML, which stays text', async () => {
    const cookie = await register('markup@example.test')
    const name = '<img src=x onerror=alert(1)>'
    expect((await identify('update-user', { name, image: '' }, { cookie })).statusCode).toBe(200)
    const { user } = (await application.visitor.request('GET', '/api/auth/get-session', { headers: { cookie } })).json()
    expect(user).toMatchObject({ name, image: null })
  })

  it('cannot change the role or confirm the e-mail', async () => {
    const cookie = await register('ambitious@example.test')
    await identify('update-user', { name: 'A', role: 'admin', emailVerified: true, demo: true }, { cookie })
    const { user } = (await application.visitor.request('GET', '/api/auth/get-session', { headers: { cookie } })).json()
    expect(user).toMatchObject({ emailVerified: false })
    expect(user).not.toHaveProperty('role')
  })
})

describe('the provider’s endpoints', () => {
  it.each(['list-sessions', 'ok', 'error', 'change-email', 'delete-user', 'admin/list-users', 'get-access-token'])(
    'that we do not use are not served: %s',
    async (path) => {
      expect((await application.visitor.request('GET', `/api/auth/${path}`)).statusCode).toBe(404)
      expect((await identify(path, {})).statusCode).toBe(404)
    },
  )
})
