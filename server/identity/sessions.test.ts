import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Member, PASSWORD } from '../../tests/member.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

const identify = (path: string, body: object, headers: Record<string, string> = {}) =>
  new Member(school, '').identify(path, body, headers)

/** Registers with the provider; answers the session cookie. */
const register = async (email: string) => (await new Member(school, email).register()).cookie

describe('a session', () => {
  const signIn = (headers: Record<string, string>) =>
    identify('sign-in/email', { email: 'session@example.test', password: PASSWORD }, headers)

  it('is a new one at each sign-in, whatever cookie was there before', async () => {
    const fixed = await register('session@example.test')
    const fresh = String((await signIn({ cookie: fixed })).headers['set-cookie']).split(';')[0]
    expect(fresh).not.toBe(fixed)
    expect(
      String((await signIn({ cookie: 'better-auth.session_token=chosen.by-another' })).headers['set-cookie']),
    ).not.toContain('chosen')
  })

  it('stands in a cookie that scripts and other sites cannot use', async () => {
    expect(String((await signIn({})).headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/)
  })

  it.each(['sign-in/email', 'sign-up/email', 'sign-out', 'change-password', 'request-password-reset'])(
    'is not begun, ended or changed by a form or a script of another site: %s',
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
    'is not begun by another site for somebody without one: %s',
    async (path) => {
      const form = new URLSearchParams({ email: 'session@example.test', password: PASSWORD, name: '' }).toString()
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
      }
      const answer = await school.visitor.request('POST', `/api/auth/${path}`, { headers, body: form })
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined])
    },
  )
})

describe('what somebody says of themselves to the provider', () => {
  it.each([
    ['a script for a photo', { image: 'javascript:alert(1)' }],
    ['an unsafe address for a photo', { image: 'http://plain.example/a.png' }],
    ['an endless name', { name: 'N'.repeat(201) }],
  ])('is refused: %s', async (_what, said) => {
    const account = { name: '', email: `said${Math.random()}@example.test`, password: PASSWORD }
    expect((await identify('sign-up/email', { ...account, ...said })).statusCode).toBe(400)
    const cookie = await register(account.email)
    expect((await identify('update-user', said, { cookie })).statusCode).toBe(400)
  })

  it('may be a name that looks like HTML, which stays text', async () => {
    const cookie = await register('markup@example.test')
    const name = '<img src=x onerror=alert(1)>'
    expect((await identify('update-user', { name, image: '' }, { cookie })).statusCode).toBe(200)
    const { user } = (await school.visitor.request('GET', '/api/auth/get-session', { headers: { cookie } })).json()
    expect(user).toMatchObject({ name, image: null })
  })

  it('does not make them anybody else', async () => {
    const cookie = await register('ambitious@example.test')
    await identify('update-user', { name: 'A', role: 'admin', emailVerified: true, demo: true }, { cookie })
    const { user } = (await school.visitor.request('GET', '/api/auth/get-session', { headers: { cookie } })).json()
    expect(user).toMatchObject({ emailVerified: false })
    expect(user).not.toHaveProperty('role')
  })
})

describe('the provider’s addresses', () => {
  it.each(['list-sessions', 'ok', 'error', 'change-email', 'delete-user', 'admin/list-users', 'get-access-token'])(
    'that the school does not use are not there: %s',
    async (path) => {
      expect((await school.visitor.request('GET', `/api/auth/${path}`)).statusCode).toBe(404)
      expect((await identify(path, {})).statusCode).toBe(404)
    },
  )
})
