import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf } from '#contract/endpoint.ts'
import { ErrorBodySchema } from '#contract/error-body.ts'
import { ROLES } from '#contract/users.ts'
import { openTestSchool, schoolForThisTest, type TestSchool } from '../../tests/school.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

const endpoints: [string, Endpoint][] = Object.entries(api)
const withWho = (who: Endpoint['who'][]) => endpoints.filter(([, endpoint]) => who.includes(endpoint.who))
const anyInput = {
  params: { id: 'x', email: 'x@example.test', instructorEmail: 'x@example.test' },
  query: { email: 'x@example.test' },
}
const json = { 'content-type': 'application/json' }

describe('every call of the contract', () => {
  it.each(endpoints.filter(([, { who }]) => who !== 'anyone'))(
    '%s answers 401 without a token, before it looks at anything else',
    async (_, endpoint) => {
      const answer = await school.visitor.request(endpoint.method, `/api${addressOf(endpoint, anyInput)}`, {
        headers: json,
        ...(endpoint.body ? { body: '{ broken' } : {}),
      })
      expect(answer.statusCode).toBe(401)
      expect(ErrorBodySchema.parse(answer.json())).toEqual(answer.json())
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  it.each(withWho(['student', 'instructor', 'admin', 'staff']))(
    '%s answers 403 to the roles that may not make it',
    async (_, endpoint) => {
      for (const role of ['student', 'instructor', 'admin'] as const) {
        if (role === endpoint.who || role === endpoint.own?.except) continue
        if (endpoint.who === 'staff' && role !== 'student') continue
        const other = await school.signedIn(role)
        const answer = await other.request(
          endpoint.method,
          `/api${addressOf(endpoint, anyInput)}`,
          endpoint.body ? { body: {} } : {},
        )
        expect(answer.statusCode).toBe(403)
      }
    },
  )

  it.each(endpoints.filter(([, { body, who }]) => body && who !== 'proof'))(
    '%s answers 400 and names the field for an empty body',
    async (_, endpoint) => {
      const role = ROLES.find((known) => known === endpoint.who) ?? 'student'
      const caller = await school.signedIn(role)
      const params = { ...anyInput.params, ...(endpoint.own && { [endpoint.own.field]: caller.user.email }) }
      const address = addressOf(endpoint, { ...anyInput, params })
      const answer = await caller.request(endpoint.method, `/api${address}`, { body: { unknown: true } })
      // Of a class, nothing must be said.
      if (endpoint === api.changeClass) return expect(answer.statusCode).toBe(404)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/^[a-zA-Z.]+: /) })
    },
  )

  it('stands in /api/openapi.json, with who may make it', async () => {
    const { paths } = (await school.visitor.request('GET', '/api/openapi.json')).json()
    for (const [, { method, path, summary }] of endpoints) {
      expect(paths[`/api${path}`]?.[method.toLowerCase()]).toMatchObject({
        summary,
        responses: { 200: expect.anything() },
      })
    }
    const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(described).toHaveLength(endpoints.length)
  })
})

describe('bad input', () => {
  const errorOf = async (...request: Parameters<TestSchool['visitor']['request']>) => {
    const student = await school.signedIn('student')
    const answer = await student.request(...request)
    expect(ErrorBodySchema.parse(answer.json())).toEqual(answer.json())
    expect(answer.body).not.toMatch(/node_modules|\/work|select |insert |\bat .*:\d+/i)
    return answer
  }

  it.each([
    ['broken JSON', '{"classId":', 400],
    ['no JSON object', '"text"', 400],
    ['an empty body', '', 400],
    ['a body of 10 MB', `{"classId":"${'x'.repeat(10_000_000)}"}`, 413],
  ])('%s is refused', async (_, body, status) => {
    expect((await errorOf('POST', '/api/cart/class', { headers: json, body })).statusCode).toBe(status)
  })

  it('content that is not JSON is 415', async () => {
    const xml = { headers: { 'content-type': 'text/xml' }, body: '<a/>' }
    expect((await errorOf('POST', '/api/cart/class', xml)).statusCode).toBe(415)
  })

  it('a NUL character is 400, not a fault of ours', async () => {
    const body = { userInfo: { name: 'a\u0000b', email: 'nul@example.test' } }
    const registered = await school.visitor.request('POST', '/api/auth/sign-up/email', {
      body: { name: 'x', email: 'nul@example.test', password: 'Secret@2019' },
    })
    const cookie = String(registered.headers['set-cookie'])
    expect((await school.visitor.request('POST', '/api/users', { headers: { cookie }, body })).statusCode).toBe(400)
  })

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/nothing?x=1',
    '/api/cart/a/b',
    '/webhooks/nothing',
    '/pictures/nothing.webp',
  ])('GET %s, which is nothing, is 404', async (url) => {
    expect((await errorOf('GET', url)).statusCode).toBe(404)
  })

  it.each([
    ['DELETE', '/api/all-classes', 'GET'],
    ['GET', '/api/jwt', 'POST'],
    ['PUT', '/api/cart', 'GET'],
    ['POST', '/api/cart/some-id', 'GET, DELETE'],
  ] as const)('%s %s is 405 and says which methods there are', async (method, url, allow) => {
    const answer = await errorOf(method, url)
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe(allow)
  })

  it.each(['/api/class/%', '/api/class/%E0%A4%A', '/%'])(
    'an address that cannot be decoded (%s) is 400 or 404',
    async (url) => {
      expect([400, 404]).toContain((await errorOf('GET', url)).statusCode)
    },
  )

  it('is answered although the server lives on', async () => {
    expect((await school.visitor.request('GET', '/healthz')).json()).toEqual({ alive: true })
    expect((await school.visitor.request('GET', '/readyz')).json()).toEqual({ ready: true })
  })
})

describe('a fault of ours', () => {
  it('is a bare 500 that says nothing of our insides, and is logged', async () => {
    const own = await schoolForThisTest()
    own.parts.cards.createIntent = () => Promise.reject(new Error('secret detail in /work/file.ts'))
    const { beginPaying } = await import('../../tests/paying.ts')
    const { makeClass } = await import('../../demo/factories.ts')
    const failing = beginPaying(await own.signedIn('student'), await makeClass(own.parts.db))
    await expect(failing).rejects.toMatchObject({
      statusCode: 500,
      code: 'INTERNAL',
      message: 'Something went wrong on our side. Please try again.',
    })
    expect(own.logged.join()).toContain('secret detail')
  })

  it('is 503 when it is the database that is away', async () => {
    const own = await schoolForThisTest()
    own.parts.database.ping = () => Promise.reject(new Error('away'))
    expect((await own.visitor.request('GET', '/readyz')).statusCode).toBe(503)
    expect((await own.visitor.request('GET', '/healthz')).statusCode).toBe(200)
  })
})

describe('headers', () => {
  it('keep what is somebody’s own out of every cache', async () => {
    const student = await school.signedIn('student')
    const answer = await student.request('GET', `/api/payments?email=${student.user.email}`)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  it('are strict on every answer', async () => {
    for (const url of ['/api/all-classes', '/api/nothing', '/healthz', '/classes', '/dashboard/student-home']) {
      const { headers } = await school.visitor.request('GET', url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'x-frame-options': 'DENY',
      })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("img-src 'self' data: blob: https:")
      expect(policy).not.toContain('unsafe')
      expect(policy).not.toContain('upgrade-insecure-requests')
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  it('upgrade to https when the public address is https', async () => {
    const own = await schoolForThisTest({ PUBLIC_URL: 'https://school.example' })
    const { headers } = await own.visitor.request('GET', '/healthz')
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
    expect(headers['strict-transport-security']).toContain('max-age=')
  })
})
