import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildPath } from '#contract/endpoint.ts'
import { ROLES, type Role } from '#contract/users.ts'
import { ErrorBodySchema } from '#contract/values/error-body.ts'
import { makeClass } from '../../demo/factories.ts'
import { openForThisTest, openTestApplication, type TestApplication } from '../../testing/application.ts'
import { beginPaying } from '../../testing/paying.ts'

let server: TestApplication
beforeAll(async () => {
  server = await openTestApplication()
})
afterAll(() => server.close())

const endpoints: [string, Endpoint][] = Object.entries(api)
/** Endpoints whose body has no required field, and the status of their response to an empty one. */
const WITHOUT_REQUIRED = new Map<Endpoint, number>([
  ...[api.changeClass, api.changeWebhook, api.changeRun, api.listOverlaps].map((endpoint) => [endpoint, 404] as const),
  ...[
    api.changeSlide,
    api.changeReview,
    api.changePage,
    api.changeInstructorProfile,
    api.changeMailing,
    api.changeTerms,
    api.changeBrief,
    api.changePicture,
    api.changeRemark,
    api.changeCoupon,
    api.cancelPayment,
    api.refundPayment,
    api.joinWaitingList,
  ].map((endpoint) => [endpoint, 404] as const),
  [api.changeEmail, 404],
  [api.refundPayment, 404],
  [api.changeSchool, 200],
])
const withAccess = (access: Endpoint['access'][]) =>
  endpoints.filter(([, endpoint]) => access.includes(endpoint.access))
const anyInput = {
  params: { id: 'x', email: 'x@example.test', instructorEmail: 'x@example.test', enrolmentId: 'x', version: '1' },
  query: { email: 'x@example.test' },
}
const json = { 'content-type': 'application/json' }

describe('every call of the contract', () => {
  it.each(endpoints.filter(([, { access }]) => access !== 'anyone'))(
    '%s returns 401 without a token, before it checks anything else',
    async (_, endpoint) => {
      const response = await server.visitor.request(endpoint.method, `/api${buildPath(endpoint, anyInput)}`, {
        headers: json,
        ...(endpoint.body ? { body: '{ broken' } : {}),
      })
      expect(response.statusCode).toBe(401)
      expect(ErrorBodySchema.parse(response.json())).toEqual(response.json())
      expect(response.headers['cache-control']).toBe('no-store')
    },
  )

  it.each(withAccess(['student', 'instructor', 'admin', 'staff']))(
    '%s returns 403 to the roles that may not make it',
    async (_, endpoint) => {
      for (const role of ['student', 'instructor', 'admin'] as const) {
        if (role === endpoint.access || role === endpoint.own?.except) continue
        if (endpoint.access === 'staff' && role !== 'student') continue
        const caller = await server.signedIn(role)
        const response = await caller.request(
          endpoint.method,
          `/api${buildPath(endpoint, anyInput)}`,
          endpoint.body ? { body: {} } : {},
        )
        expect(response.statusCode).toBe(403)
      }
    },
  )

  it.each(endpoints.filter(([, { body, access }]) => body && access !== 'proof'))(
    '%s returns 400 and names the field for an empty body',
    async (_, endpoint) => {
      const role = endpoint.access === 'staff' ? 'admin' : ROLES.find((candidate) => candidate === endpoint.access)
      const caller = await server.signedIn(role ?? 'student')
      const params = { ...anyInput.params, ...(endpoint.own && { [endpoint.own.field]: caller.user.email }) }
      const path = buildPath(endpoint, { ...anyInput, params })
      const response = await caller.request(endpoint.method, `/api${path}`, { body: { unknown: true } })
      const status = WITHOUT_REQUIRED.get(endpoint)
      if (status) return expect(response.statusCode).toBe(status)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringMatching(/^[a-zA-Z_.]+: is required$/),
      })
    },
  )

  it('is in /api/openapi.json, with its access', async () => {
    const { paths } = (await server.visitor.request('GET', '/api/openapi.json')).json()
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

/** Sends a request as a user of `role`, and checks the form of the error response. */
async function refuse(role: Role, ...request: Parameters<TestApplication['visitor']['request']>) {
  const response = await (await server.signedIn(role)).request(...request)
  expect(ErrorBodySchema.parse(response.json())).toEqual(response.json())
  expect(response.body).not.toMatch(/node_modules|\/work|select |insert |\bat .*:\d+/i)
  return response
}

describe('bad input', () => {
  it.each([
    ['broken JSON', '{"classId":', 400],
    ['JSON that is no object', '"text"', 400],
    ['an empty body', '', 400],
    ['a body of 10 MB', `{"classId":"${'x'.repeat(10_000_000)}"}`, 413],
  ])('%s is refused', async (_, body, status) => {
    expect((await refuse('student', 'POST', '/api/cart/class', { headers: json, body })).statusCode).toBe(status)
  })

  it('content that is not JSON is 415', async () => {
    const xml = { headers: { 'content-type': 'text/xml' }, body: '<a/>' }
    expect((await refuse('student', 'POST', '/api/cart/class', xml)).statusCode).toBe(415)
  })

  it.each<[string, Role, 'GET' | 'POST' | 'PATCH', string, object | undefined, string]>([
    ['a missing field', 'student', 'POST', '/cart/class', {}, 'classId: is required'],
    ['a wrong type', 'student', 'POST', '/create-payment-intent', { price: '7' }, 'price: must be a number'],
    ['a small number', 'student', 'POST', '/create-payment-intent', { price: -1 }, 'price: must be at least 0'],
    ['NaN', 'admin', 'GET', '/users?page=one', undefined, 'page: must be a number'],
    ['an unknown choice', 'admin', 'GET', '/users?order=up', undefined, 'order: must be asc or desc'],
    ['a long text', 'admin', 'GET', `/users?q=${'x'.repeat(201)}`, undefined, 'q: should have at most 200 characters'],
    ['no object', 'student', 'POST', '/cart/class', [], 'body: must be an object'],
    ['an empty text', 'admin', 'PATCH', '/feedback/x', { feedback: ' ' }, 'feedback: Please field is require'],
  ])('%s is named in plain English', async (_, role, method, path, body, message) => {
    const response = await refuse(role, method, `/api${path}`, body ? { body } : {})
    expect(response.json()).toMatchObject({ statusCode: 400, code: 'INVALID_INPUT', message })
  })

  it.each<[Role, 'GET' | 'POST' | 'PATCH', string, ((text: string) => object)?]>([
    ['student', 'POST', '/payments', (transactionId) => ({ transactionId })],
    ['student', 'POST', '/cart/class', (classId) => ({ classId })],
    ['student', 'POST', '/newsletter/confirm', (token) => ({ token })],
    ['student', 'POST', '/create-payment-intent', (cartId) => ({ price: 7, cartId })],
    ['admin', 'PATCH', '/feedback/{id}', (feedback) => ({ feedback })],
    ['instructor', 'POST', '/class/add', (className) => ({ className, classImage: '/pictures/x', seats: 1, price: 7 })],
    ['instructor', 'PATCH', '/class/{id}/material', (text) => ({ text, links: [] })],
    ['instructor', 'POST', '/class/{id}/message', (subject) => ({ subject, text: 'x' })],
    ['admin', 'GET', '/users?q={text}'],
    ['admin', 'GET', '/classes?q={text}'],
    ['admin', 'GET', '/payments/all?q={text}'],
  ])('characters that cannot be stored are refused: %s, %s %s', async (role, method, path, createBody) => {
    const { id } = await makeClass(server.services.db)
    for (const text of ['a\0b', ...(createBody ? ['a\ud800b'] : [])]) {
      const url = `/api${path.replace('{id}', id).replace('{text}', 'a%00b')}`
      const response = await refuse(role, method, url, createBody ? { body: createBody(text) } : {})
      expect(response.json()).toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringMatching(/^\w+: has characters that cannot be stored$/),
      })
    }
  })

  it('a NUL in the name of a new user is 400', async () => {
    const body = { userInfo: { name: 'a\u0000b', email: 'nul@example.test' } }
    const registered = await server.visitor.request('POST', '/api/auth/sign-up/email', {
      body: { name: 'x', email: 'nul@example.test', password: 'Secret@2019' },
    })
    const cookie = String(registered.headers['set-cookie'])
    expect((await server.visitor.request('POST', '/api/users', { headers: { cookie }, body })).statusCode).toBe(400)
  })

  it.each([
    ['a malformed value', sql`select 'x'::uuid`],
    ['a number out of range', sql`select '100000000000000'::integer`],
    ['an unstorable character', sql`select ${'a\0b'}::text`],
    ['an unstorable character in JSON', sql`select ${'{"a":"\\u0000"}'}::jsonb`],
  ])('%s that only the database refuses is 400', async (_, query) => {
    const own = await openForThisTest()
    const { db } = own.services
    own.tokens.verify = async () => {
      await db.execute(query)
      return null
    }
    const response = await (await own.signedIn('student')).request('GET', '/api/cart')
    expect(response.json()).toMatchObject({ statusCode: 400, code: 'INVALID_INPUT' })
  })

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/nothing?x=1',
    '/api/cart/a/b',
    '/api/cart/a%00b',
    '/webhooks/nothing',
    '/pictures/nothing.webp',
  ])('GET %s, which does not exist, is 404', async (url) => {
    expect((await refuse('student', 'GET', url)).statusCode).toBe(404)
  })

  it.each([
    ['DELETE', '/api/all-classes', 'GET'],
    ['GET', '/api/jwt', 'POST'],
    ['PUT', '/api/cart', 'GET'],
    ['POST', '/api/cart/some-id', 'GET, DELETE'],
  ] as const)('%s %s is 405 and lists the allowed methods', async (method, url, allow) => {
    const response = await refuse('student', method, url)
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe(allow)
  })

  it.each(['/api/class/%', '/api/class/%E0%A4%A', '/%'])(
    'a path that cannot be decoded (%s) is 400 or 404',
    async (url) => {
      expect([400, 404]).toContain((await refuse('student', 'GET', url)).statusCode)
    },
  )

  it('leaves the server running', async () => {
    expect((await server.visitor.request('GET', '/healthz')).json()).toEqual({ alive: true })
    expect((await server.visitor.request('GET', '/readyz')).json()).toEqual({ ready: true })
  })
})

describe('an internal error', () => {
  it('is a 500 that reveals no internals, and is logged', async () => {
    const own = await openForThisTest()
    own.services.cards.createIntent = () => Promise.reject(new Error('secret detail in /work/file.ts'))
    const failing = beginPaying(await own.signedIn('student'), await makeClass(own.services.db))
    await expect(failing).rejects.toMatchObject({
      statusCode: 500,
      code: 'INTERNAL',
      message: 'Something went wrong on our side. Please try again.',
    })
    expect(own.logged.join()).toContain('secret detail')
  })

  it('is logged with its SQL statement, and without the values in it', async () => {
    const own = await openForThisTest()
    const student = await own.signedIn('student')
    await own.services.db.execute(sql`drop table enrolments cascade`)
    await own.services.db.execute(sql`alter table users rename column name to label`)
    const response = await student.request('GET', `/api/payments?email=${student.user.email}`)
    expect(response.statusCode).toBe(500)
    const log = own.logged.join()
    expect(log).toContain('Failed query: select')
    expect(log).not.toMatch(new RegExp(`params|${student.user.id}|${student.user.email}`))
  })

  it('is 503 when the database is unavailable', async () => {
    const own = await openForThisTest()
    own.database.ping = () => Promise.reject(new Error('unavailable'))
    expect((await own.visitor.request('GET', '/readyz')).statusCode).toBe(503)
    expect((await own.visitor.request('GET', '/healthz')).statusCode).toBe(200)
  })
})

describe('headers', () => {
  it('keep personal data out of every cache', async () => {
    const student = await server.signedIn('student')
    const response = await student.request('GET', `/api/payments?email=${student.user.email}`)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  it('are strict on every response', async () => {
    for (const url of ['/api/nothing', '/healthz', '/classes', '/dashboard/student-home']) {
      const { headers } = await server.visitor.request('GET', url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'x-frame-options': 'DENY',
      })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("img-src 'self' data: blob: https:")
      for (const name of ['object-src', 'base-uri', 'frame-ancestors', 'frame-src'])
        expect(policy).toContain(`${name} 'none'`)
      expect(policy).not.toContain('unsafe')
      expect(policy).not.toContain('upgrade-insecure-requests')
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  it('allow nothing where the response is data', async () => {
    for (const url of ['/api/all-classes', '/api/all-classes?page=2']) {
      const { statusCode, headers } = await server.visitor.request('GET', url)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
    }
  })

  it('upgrade to https when the public URL is https', async () => {
    const own = await openForThisTest({ PUBLIC_URL: 'https://school.example' })
    const { headers } = await own.visitor.request('GET', '/healthz')
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})
