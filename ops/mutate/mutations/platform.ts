/** Mutations of authorization, limits, lists, files and money. */
import type { Mutation } from '../mutation.ts'

const listsTest = 'server/domains/admin/lists.test.ts'

export const PLATFORM: Mutation[] = [
  {
    file: 'server/http/authorize.ts',
    find: 'if (email !== null && email !== actor.email)',
    replace: "if (email === '')",
    rule: 'A call with the e-mail of another user is refused.',
    tests: ['server/domains/cart/cart.test.ts'],
  },
  {
    file: 'server/adapters/better-auth/embedded-identity.ts',
    find: 'if (headers.origin && headers.origin !== publicUrl) return null',
    replace: 'if (headers.origin && !publicUrl) return null',
    rule: 'A page of another origin gets no token for the cookie that it sends.',
    tests: ['server/adapters/better-auth/identity.test.ts'],
  },
  {
    file: 'server/platform/rate-limits/rate-limiter.ts',
    find: 'current.times > max',
    replace: 'current.times > max + 1',
    rule: 'A rate limit allows its number of attempts and no more.',
    tests: ['server/platform/rate-limits/rate-limiter.test.ts'],
  },
  {
    file: 'server/platform/database/lists.ts',
    find: '.offset((page - 1) * rows)',
    replace: '.offset((page - 1) * (rows - 1))',
    rule: 'Every row of a list is on exactly one page.',
    tests: [listsTest],
  },
  {
    file: 'server/platform/csv.ts',
    find: 'const SPREADSHEET: Options = {\n  cast: { string: neutralize },',
    replace: 'const SPREADSHEET: Options = {\n  cast: {},',
    rule: 'No cell of an exported file runs as a formula.',
    tests: [listsTest],
  },
  {
    file: 'contract/values/money.ts',
    find: "const minor = Number(digits[1] + (digits[2] ?? '').padEnd(decimals, '0'))",
    replace: 'const minor = Math.floor(major * 10 ** decimals)',
    rule: 'A price is converted to the minor unit without losing a cent.',
    tests: ['contract/values/money.test.ts'],
  },
  {
    file: 'server/domains/images/encoder-process.ts',
    find: 'if (width * height > MAX_IMAGE_PIXELS)',
    replace: 'if (width * height > 10 * MAX_IMAGE_PIXELS)',
    rule: 'An image of too many pixels is refused, however small its file is.',
    tests: ['server/domains/images/refused.test.ts'],
  },
]
