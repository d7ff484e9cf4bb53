import { expect, it } from 'vitest'
import { generateToken, hashToken, isTokenText } from './access-tokens.ts'

it('a token has a prefix and a checksum, by which a scanner tells it from other texts', () => {
  const token = generateToken()
  expect(token).toMatch(/^phs_[0-9A-Za-z]{42}$/)
  expect(isTokenText(token)).toBe(true)
  const last = token.endsWith('a') ? 'b' : 'a'
  for (const other of [token.slice(0, -1) + last, token.toLowerCase(), token.slice(4), `${token}a`, ` ${token}`, ''])
    expect(isTokenText(other), other).toBe(false)
})

it('the checksum is the CRC-32 of the random characters in base 62, so that later versions read earlier tokens', () => {
  expect(isTokenText(`phs_${'0'.repeat(36)}0etOEM`)).toBe(true)
})

it('no two tokens and no two hashes are the same', () => {
  const tokens = Array.from({ length: 100 }, generateToken)
  expect(new Set(tokens.map(hashToken)).size).toBe(100)
})
