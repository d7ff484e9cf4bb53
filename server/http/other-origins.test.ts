import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { makeClass, makeUser } from '../../demo/factories.ts'
import { openForThisTest, openTestApplication, type TestApplication } from '../../testing/application.ts'
import { drawTwoColors, readBytes, send } from '../../testing/images.ts'
import { PUBLIC_URL } from '../../testing/visitor.ts'

const ORIGIN = 'https://app.example'
const IMAGE = '/pictures/demo/tide/1600x1067-abc.webp'

let application: TestApplication
beforeAll(async () => {
  application = await openTestApplication({ ALLOWED_ORIGINS: `${ORIGIN}, https://second.example/` })
  const instructor = await makeUser(application.services.db, 'instructor', { image: IMAGE })
  await makeClass(application.services.db, { instructorId: instructor.id, image: IMAGE })
})
afterAll(() => application.close())

const get = (url: string, origin?: string, from = application) =>
  from.visitor.request('GET', url, { headers: origin ? { origin } : {} })

describe('a browser at an allowed origin', () => {
  it.each([ORIGIN, 'https://second.example'])('may call the API from %s, without cookies', async (origin) => {
    const { headers } = await get('/api/all-classes', origin)
    expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: expect.stringContaining('Origin') })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(headers['access-control-expose-headers']).toContain('x-total-count')
  })

  it('gets the permission before a call with a token', async () => {
    const { headers, statusCode } = await application.app.inject({
      method: 'OPTIONS',
      url: '/api/class/1',
      headers: { origin: ORIGIN, 'access-control-request-method': 'PATCH' },
    })
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': expect.stringContaining('authorization'),
    })
  })

  it('reads the errors of its calls', async () => {
    const { headers, statusCode } = await get('/api/users', ORIGIN)
    expect(statusCode).toBe(401)
    expect(headers['access-control-allow-origin']).toBe(ORIGIN)
  })

  it('leaves no origin in a cached response for the next reader', async () => {
    await get('/api/instructors', ORIGIN)
    expect((await get('/api/instructors')).headers).not.toHaveProperty('access-control-allow-origin')
    const second = await get('/api/instructors', 'https://second.example')
    expect(second.headers['access-control-allow-origin']).toBe('https://second.example')
  })
})

describe('a browser at another origin', () => {
  it.each([
    ['an origin that is not listed', '/api/all-classes', 'https://other.example'],
    ['an origin that only begins so', '/api/all-classes', `${ORIGIN}.attacker.example`],
    ['an opaque origin', '/api/all-classes', 'null'],
    ['the sign-in of an allowed origin', '/api/auth/get-session', ORIGIN],
    ['the pages', '/classes', ORIGIN],
  ])('is refused: %s', async (_, url, origin) => {
    expect((await get(url, origin)).headers).not.toHaveProperty('access-control-allow-origin')
    const preflight = await application.app.inject({ method: 'OPTIONS', url, headers: { origin } })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('is refused everywhere without the setting', async () => {
    const own = await openForThisTest()
    expect((await get('/api/all-classes', ORIGIN, own)).headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('the URL of an image', () => {
  it('is absolute in responses, cached or not', async () => {
    const [row] = (await get('/api/all-classes')).json()
    expect(row).toMatchObject({ classImage: PUBLIC_URL + IMAGE, instructorImage: PUBLIC_URL + IMAGE })
    expect((await get(`/api/class/${row._id}`)).json()).toMatchObject({ classImage: PUBLIC_URL + IMAGE })
  })

  it('is stored as a path when a client sends it back', async () => {
    const instructor = await application.signedIn('instructor')
    const uploaded = await send(instructor, await readBytes(drawTwoColors(40, 30).png()))
    const { display_url: classImage } = uploaded.json().data
    expect(classImage).toMatch(new RegExp(`^${PUBLIC_URL}/pictures/`))
    const body = { className: 'Tide', classImage, seats: 3, price: 20 }
    const { insertedId } = await instructor.call(api.addClass, { body })
    const [stored] = await application.services.db.select().from(classes).where(eq(classes.id, insertedId))
    expect(PUBLIC_URL + stored?.image).toBe(classImage)
  })

  it('may be shown by other origins', async () => {
    const { headers } = await get('/pictures/missing/320.webp')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })
})

describe('a cart', () => {
  it.each(['instructor', 'admin'] as const)('of an %s is empty', async (role) => {
    const user = await application.signedIn(role)
    expect(await user.call(api.listCart, { query: { email: user.user.email } })).toEqual([])
  })
})
