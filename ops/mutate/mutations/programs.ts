/** Mutations of access tokens and webhooks. */
import type { Mutation } from '../mutation.ts'

const TOKENS = 'server/domains/access-tokens/access-tokens.ts'
const DELIVERIES = 'server/domains/webhooks/deliveries.ts'
const SENDER = 'server/adapters/webhook-sender.ts'
const tokensTest = 'server/domains/access-tokens/access-tokens.test.ts'
const callsTest = 'server/http/access-tokens.test.ts'
const deliveriesTest = 'server/domains/webhooks/deliveries.test.ts'
const senderTest = 'server/adapters/webhook-sender.test.ts'

export const PROGRAMS: Mutation[] = [
  {
    file: 'server/http/authorize.ts',
    find: "  if (scope === null) throw new AppError('TOKEN_NOT_ALLOWED')\n",
    replace: '  if (scope === null) return\n',
    rule: 'An access token makes no call about the security of an account.',
    tests: [callsTest],
  },
  {
    file: 'server/http/authorize.ts',
    find: 'if (!accessToken.scopes.includes(scope))',
    replace: 'if (accessToken.scopes.length === 0)',
    rule: 'An access token makes only the calls of its scopes.',
    tests: [callsTest],
  },
  {
    file: TOKENS,
    find: 'and(eq(accessTokens.hash, hashToken(text)), gt(accessTokens.expiresAt, Date.now()))',
    replace: 'and(eq(accessTokens.hash, hashToken(text)), gt(accessTokens.expiresAt, 0))',
    rule: 'An access token ends when its time is over.',
    tests: [tokensTest],
  },
  {
    file: TOKENS,
    find: 'and(eq(accessTokens.id, parseId(id)), eq(accessTokens.userId, ctx.actor.id))',
    replace: 'eq(accessTokens.id, parseId(id))',
    rule: 'A user revokes their own access tokens only.',
    tests: [tokensTest],
  },
  {
    file: 'server/start.ts',
    find: '    await revokeTokens(tx, await listDemoIdentities(tx))\n',
    replace: '',
    rule: 'The access tokens of the demo’s people end with the demo.',
    tests: [tokensTest],
  },
  {
    file: SENDER,
    find: 'const addresses = await untilAborted(resolveAllowed(url, resolve, isAllowed), signal)',
    replace: 'const addresses = await untilAborted(resolveAllowed(url, resolve, () => true), signal)',
    rule: 'A webhook whose name leads to a private address later is not called.',
    tests: [senderTest],
  },
  {
    file: 'server/adapters/public-hosts.ts',
    find: 'const parsed = ipaddr.process(address)',
    replace: 'const parsed = ipaddr.parse(address)',
    rule: 'A mapped address is judged by its IPv4 address.',
    tests: [senderTest],
  },
  {
    file: DELIVERIES,
    find: 'if (!row || row.webhook.disabledAt !== null) return',
    replace: 'if (!row) return',
    rule: 'A disabled webhook gets nothing that was queued before.',
    tests: [deliveriesTest],
  },
  {
    file: 'server/domains/webhooks/emit.ts',
    find: 'and(isNull(webhooks.disabledAt), arrayContains(webhooks.events, [type]))',
    replace: 'isNull(webhooks.disabledAt)',
    rule: 'A webhook gets only the events that it has chosen.',
    tests: [deliveriesTest],
  },
]
