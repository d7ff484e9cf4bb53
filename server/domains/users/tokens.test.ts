import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { createTokens } from './tokens.ts'

const key = new Uint8Array(32).fill(7)
const tokens = createTokens(key)

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
