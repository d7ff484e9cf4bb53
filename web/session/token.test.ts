import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bearer, removeToken, storedToken, storeToken, untilRenewal } from './token.ts'

const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Returns a token of half an hour, issued by a server whose clock differs from this device's. */
function issue(clockDifference: number): string {
  const iat = Math.floor((Date.now() + clockDifference) / 1000)
  return `header.${btoa(JSON.stringify({ iat, exp: iat + 30 * 60 }))}.signature`
}

it.each([0, 5 * MINUTE, -YEAR, YEAR])(
  'a new token is renewed after 24 minutes, whatever the clocks show (%d)',
  (difference) => {
    storeToken(issue(difference))
    expect(Math.round(untilRenewal() / MINUTE)).toBe(24)
  },
)

it("a jump of the device's clock renews the token at most once", () => {
  storeToken(issue(0))
  vi.setSystemTime(Date.now() + YEAR)
  expect(untilRenewal()).toBe(0)
  storeToken(issue(-YEAR))
  expect(Math.round(untilRenewal() / MINUTE)).toBe(24)
})

it('a browser that blocks the storage keeps the token for this page', () => {
  const block = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: block, setItem: block, removeItem: block })
  removeToken()
  expect(storedToken()).toBeNull()
  const token = issue(0)
  storeToken(token)
  expect(bearer()).toBe(`Bearer ${token}`)
  removeToken()
  expect(storedToken()).toBeNull()
})
