/** The session of one tab, with the server's responses and the other tabs' storage in the order of the test. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { SIGNED_OUT } from '#web/transport.ts'

const X = 'x@example.test'
const Y = 'y@example.test'
const MINUTES_30 = 30 * 60

let stored: Map<string, string>
let issued = 0
/** The requests so far: `GET /api/cart token-1`. */
let requests: string[]
/** The responses by method and path; a function decides at each request. */
let responses: Record<string, () => Promise<Response> | Response>
let storageListeners: ((event: object) => void)[]

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const reject = (status: 401 | 403) =>
  json({ statusCode: status, code: status === 401 ? 'NOT_SIGNED_IN' : 'NOT_ALLOWED', message: 'No.' }, status)
const signedIn = (email: string) => () => json({ user: { email, name: 'Nora', emailVerified: true } })

/** Returns a token of a user, as the server issues it. */
function issue(email: string): string {
  issued += 1
  const iat = Date.now() / 1000
  return `${issued}.${btoa(JSON.stringify({ sub: email, iat, exp: iat + MINUTES_30 }))}.`
}

/** Stores a token as another tab does, which tells this one. */
function storeInOtherTab(token: string | null): void {
  const oldValue = stored.get('token') ?? null
  if (token) stored.set('token', token)
  else stored.delete('token')
  for (const listen of storageListeners) listen({ key: 'token', oldValue, newValue: token })
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'] })
  stored = new Map()
  requests = []
  storageListeners = []
  responses = {
    'GET /api/auth/get-session': signedIn(X),
    'POST /api/auth/sign-out': () => json({}),
    'POST /api/jwt': () => json({ jwtToken: issue(X) }),
    [`GET /api/user/${encodeURIComponent(X)}`]: () => json({ role: 'student' }),
    [`GET /api/user/${encodeURIComponent(Y)}`]: () => json({ role: 'admin' }),
  }
  vi.stubGlobal('location', { origin: 'https://school.example' })
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => {}, visibilityState: 'visible' })
  vi.stubGlobal('window', { addEventListener: (_: string, listen: () => void) => storageListeners.push(listen) })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, signal }: RequestInit) => {
    signal?.throwIfAborted()
    const path = url.replace(/\?.*/, '')
    requests.push(`${method} ${path} ${new Headers(headers).get('authorization')?.split(/[ .]/)[1] ?? '-'}`)
    const aborted = new Promise<never>((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted'))))
    return Promise.race([responses[`${method} ${path}`]?.() ?? json([]), aborted])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens a tab in which X is signed in. */
async function openTab() {
  const { startSession } = await import('./start.ts')
  const session = await import('./session.ts')
  const { call } = await import('#web/api.ts')
  const { currentSession } = await import('./store.ts')
  stored.set('token', issue(X))
  startSession()
  await expect.poll(() => currentSession().role).toBe('student')
  const onEnd = vi.fn()
  session.onSessionEnd(onEnd)
  requests = []
  return { ...session, currentSession, onEnd, listCart: () => call(api.listCart, { query: { email: X } }), call }
}

/** Lets a request wait for its response. */
function delay(request: string) {
  const { promise, resolve } = Promise.withResolvers<Response>()
  responses[request] = () => promise
  return resolve
}

const count = (request: string) => requests.filter((each) => each.startsWith(request)).length

it('after a user has signed out, only calls that anyone may make are sent', async () => {
  const { logout, listCart, call } = await openTab()
  await logout(() => undefined)
  await expect(listCart()).rejects.toMatchObject({ code: SIGNED_OUT })
  expect(await call(api.listSlides)).toEqual([])
  expect(requests.filter((request) => !request.includes('/auth/'))).toEqual(['GET /api/sliders -'])
})

it('a call that begins with a sign-out is not sent', async () => {
  const { endWith, listCart } = await openTab()
  const rejected = expect(listCart()).rejects.toMatchObject({ code: SIGNED_OUT })
  await endWith(
    async () => undefined,
    () => undefined,
  )
  await rejected
  expect(count('GET /api/cart')).toBe(0)
})

it('a page that anyone may read is read without a user when a sign-out interrupts it', async () => {
  const { endWith, call } = await openTab()
  let slides: Promise<unknown> | undefined
  await endWith(
    async () => undefined,
    () => {
      slides = call(api.listSlides)
    },
  )
  expect(await slides).toEqual([])
  expect(requests.filter((request) => request.startsWith('GET /api/sliders'))).toEqual(['GET /api/sliders -'])
})

it('a late rejection of a session that has ended does not end the next one', async () => {
  const { listCart, onEnd, currentSession } = await openTab()
  const respond = delay('GET /api/cart')
  const rejected = expect(listCart()).rejects.toMatchObject({ statusCode: 401 })
  await expect.poll(() => count('GET /api/cart')).toBe(1)
  storeInOtherTab(null)
  responses['GET /api/auth/get-session'] = signedIn(Y)
  responses['POST /api/jwt'] = () => json({ jwtToken: issue(Y) })
  storeInOtherTab(issue(Y))
  await expect.poll(() => currentSession().role).toBe('admin')
  respond(reject(401))
  await rejected
  expect(currentSession().user?.email).toBe(Y)
  expect(stored.has('token')).toBe(true)
  expect([count('GET /api/cart'), count('POST /api/auth/sign-out'), onEnd.mock.calls.length]).toEqual([1, 0, 0])
})

it('a renewal that is rejected since another tab has signed in another user does not end that session', async () => {
  const { listCart, onEnd } = await openTab()
  responses['GET /api/cart'] = () => reject(401)
  const respond = delay('POST /api/jwt')
  const rejected = expect(listCart()).rejects.toMatchObject({ statusCode: 401 })
  await expect.poll(() => count('POST /api/jwt')).toBe(1)
  // The storage has changed, and the event has not come yet.
  stored.set('token', issue(Y))
  respond(reject(401))
  await rejected
  expect([stored.has('token'), count('POST /api/auth/sign-out'), onEnd.mock.calls.length]).toEqual([true, 0, 0])
})

it('a rejected call is repeated with the token that another tab has renewed, without another renewal', async () => {
  const { listCart } = await openTab()
  const respond = delay('GET /api/cart')
  const cart = listCart()
  await expect.poll(() => count('GET /api/cart')).toBe(1)
  storeInOtherTab(issue(X))
  responses['GET /api/cart'] = () => json([])
  respond(reject(401))
  expect(await cart).toEqual([])
  expect([count('GET /api/cart'), count('POST /api/jwt')]).toEqual([2, 0])
})

it.each(['expired', 'missing'])('a token that is %s is renewed before calls are sent, once for all', async (state) => {
  const { listCart } = await openTab()
  if (state === 'missing') stored.clear()
  else vi.setSystemTime(Date.now() + (MINUTES_30 + 1) * 1000)
  await Promise.all([listCart(), listCart()])
  expect(requests).toEqual(['POST /api/jwt -', ...Array.from({ length: 2 }, () => `GET /api/cart ${issued}`)])
})

it('two calls of the former role that are rejected at once do not end the session', async () => {
  const { listCart, currentSession, onEnd } = await openTab()
  responses['GET /api/cart'] = () => reject(403)
  responses[`GET /api/user/${encodeURIComponent(X)}`] = () => json({ role: 'instructor' })
  const results = await Promise.allSettled([listCart(), listCart()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(currentSession().role).toBe('instructor')
  expect(onEnd).not.toHaveBeenCalled()
})

it('a call that the role does not allow ends the session', async () => {
  const { listCart, currentSession, onEnd } = await openTab()
  responses['GET /api/cart'] = () => reject(403)
  await expect(listCart()).rejects.toMatchObject({ statusCode: 403 })
  expect([currentSession().user, stored.has('token')]).toEqual([null, false])
  expect(onEnd).toHaveBeenCalledTimes(1)
})

it('a tab follows another one that continues as another user, and ignores its renewals', async () => {
  const { currentSession } = await openTab()
  storeInOtherTab(issue(X))
  expect(requests).toEqual([])
  responses['GET /api/auth/get-session'] = signedIn(Y)
  responses['POST /api/jwt'] = () => json({ jwtToken: issue(Y) })
  storeInOtherTab(issue(Y))
  await expect.poll(() => currentSession()).toMatchObject({ user: { email: Y }, role: 'admin' })
})

it('a provider that reports no user late, from before a sign-in, does not end it', async () => {
  const { callProvider, adopt, forgetUser, currentSession } = await openTab()
  forgetUser()
  const respond = delay('GET /api/auth/get-session')
  const read = callProvider()
  await expect.poll(() => count('GET /api/auth/get-session')).toBe(1)
  const issueToken = delay('POST /api/jwt')
  const adopted = adopt({ email: X, displayName: 'Nora', photoURL: null, emailVerified: true })
  responses['GET /api/auth/get-session'] = signedIn(X)
  respond(json(null))
  await expect.poll(() => count('GET /api/auth/get-session')).toBe(2)
  issueToken(json({ jwtToken: issue(X) }))
  await adopted
  expect(currentSession().user?.email).toBe(X)
  expect((await read).user?.email).toBe(X)
  expect(count('POST /api/jwt')).toBe(1)
})

it('a call at the provider that a sign-out ends leads to no login', async () => {
  const { logout, onEnd } = await openTab()
  const { signInMethods } = await import('./account/account.ts')
  const listAccounts = delay('GET /api/auth/list-accounts')
  const signOut = delay('POST /api/auth/sign-out')
  const rejected = expect(signInMethods()).rejects.toMatchObject({ code: SIGNED_OUT })
  await expect.poll(() => count('GET /api/auth/list-accounts')).toBe(1)
  const done = logout(() => undefined)
  listAccounts(reject(401))
  signOut(json({}))
  await Promise.all([done, rejected])
  expect(onEnd).not.toHaveBeenCalled()
})

it('a page that is still reading its session while a change of the address ends it sends no token request', async () => {
  const { callProvider, currentSession } = await openTab()
  const { changeSession, LOADING } = await import('./store.ts')
  const { restoreEmail } = await import('./account/account.ts')
  changeSession(LOADING)
  const respond = delay('POST /api/account/email/restoration')
  const restored = restoreEmail('token')
  await expect.poll(() => count('POST /api/account/email/restoration')).toBe(1)
  const read = callProvider()
  await expect.poll(() => count('GET /api/auth/get-session')).toBe(1)
  // Long enough for the exchange that follows the provider's answer.
  await new Promise((resolve) => setTimeout(resolve, 20))
  responses['GET /api/auth/get-session'] = () => json(null)
  respond(json({ modifiedCount: 1 }))
  await Promise.all([restored, read])
  expect([currentSession().user, stored.has('token'), count('POST /api/jwt')]).toEqual([null, false, 0])
})
