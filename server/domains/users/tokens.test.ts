import { SignJWT } from 'jose'
import { afterEach, expect, it, vi } from 'vitest'
import { TOKEN_SECONDS } from '#contract/values/limits.ts'
import { createTokens } from './tokens.ts'

const key = new Uint8Array(32).fill(7)
const tokens = createTokens(key)

afterEach(() => vi.useRealTimers())

/** Signs a token with our key and every claim of ours but the end. */
function createToken(): SignJWT {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('a user')
    .setIssuer('photography-school')
    .setAudience('photography-school')
    .setIssuedAt()
}

it('a token identifies its user until it ends', async () => {
  expect(await tokens.verify(await tokens.issue('a user', 1_800_000_000_999))).toMatchObject({
    userId: 'a user',
    signedInAt: 1_800_000_000_000,
  })
  expect(await tokens.verify(await createToken().setExpirationTime('1m').sign(key))).toMatchObject({ userId: 'a user' })
})

it('a token that never ends is refused, even with our signature', async () => {
  expect(await tokens.verify(await createToken().sign(key))).toBeNull()
})

it('a token that was verified before is refused once it has ended', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  const token = await tokens.issue('a user', 0)
  expect(await tokens.verify(token)).toMatchObject({ userId: 'a user' })
  vi.setSystemTime(1_800_000_000_000 + TOKEN_SECONDS * 1000 - 1)
  expect(await tokens.verify(token)).toMatchObject({ userId: 'a user' })
  vi.setSystemTime(1_800_000_000_000 + TOKEN_SECONDS * 1000)
  expect(await tokens.verify(token)).toBeNull()
})

it('a token that was verified before is refused with another signature, and with another key', async () => {
  const token = await tokens.issue('a user', 0)
  expect(await tokens.verify(token)).toMatchObject({ userId: 'a user' })
  const [header, claims, signature = ''] = token.split('.')
  const other = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  expect(await tokens.verify([header, claims, other].join('.'))).toBeNull()
  expect(await createTokens(new Uint8Array(32).fill(8)).verify(token)).toBeNull()
})
