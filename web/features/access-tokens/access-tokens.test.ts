import { expect, test } from 'vitest'
import { groupScopes } from './access-tokens.query.ts'

test('scopes are grouped by domain, in alphabetical order, reading before changing', () => {
  expect(groupScopes(['users:write', 'users:read', 'cart:write'])).toEqual([
    { domain: 'cart', scopes: [{ scope: 'cart:write', label: 'Change' }] },
    {
      domain: 'users',
      scopes: [
        { scope: 'users:read', label: 'Read' },
        { scope: 'users:write', label: 'Change' },
      ],
    },
  ])
})
