import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { buildPath, type Endpoint } from '#contract/endpoint.ts'
import { findScope, listScopes } from '#contract/scopes.ts'
import { ACCESS_TOKEN_CALLS_PER_MINUTE } from '#contract/values/limits.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import { makeClass } from '../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../testing/application.ts'
import { catchCode } from '../../testing/visitor.ts'

const ORIGIN = 'https://app.example'

const application = openForThisFile({ ALLOWED_ORIGINS: ORIGIN })

/** Creates an admin and a token of that admin, with all scopes or with these. */
async function asProgram(scopes: string[] = listScopes(api, 'admin'), from = application) {
  const admin = await from.signedIn('admin')
  const body = { name: 'Program', scopes, days: 1 }
  const { token } = await admin.call(api.createAccessToken, { body })
  return { admin, program: admin.as(token) }
}

const endpoints: [string, Endpoint][] = Object.entries(api)
const params = {
  id: crypto.randomUUID(),
  email: 'x@example.test',
  instructorEmail: 'x@example.test',
  enrolmentId: 'x',
  version: '1',
}

describe('an access token with every scope', () => {
  it('is refused by each call about the security of accounts, before anything is read', async () => {
    const { program } = await asProgram()
    for (const [name, endpoint] of endpoints.filter(([, endpoint]) => !findScope(endpoint))) {
      const url = `/api${buildPath(endpoint, { params })}`
      const { statusCode, body } = await program.request(endpoint.method, url)
      expect([statusCode, JSON.parse(body).code], name).toEqual([403, 'TOKEN_NOT_ALLOWED'])
    }
  })

  it.each(['change-password', 'two-factor/disable', 'reauthenticate', 'get-session', 'sign-out'])(
    'is refused by the identity provider: %s',
    async (path) => {
      const { program } = await asProgram()
      const { statusCode, body } = await program.request('POST', `/api/auth/${path}`, { body: {} })
      expect([statusCode, JSON.parse(body).code]).toEqual([403, 'TOKEN_NOT_ALLOWED'])
    },
  )
})

describe('an access token', () => {
  it('without scopes for a call is refused by every call that reads tokens', async () => {
    const { program } = await asProgram(['newsletter:write'])
    const others = endpoints.filter(([, { cached, domain }]) => !cached && domain !== 'newsletter')
    for (const [name, endpoint] of others) {
      const { statusCode } = await program.request(endpoint.method, `/api${buildPath(endpoint, { params })}`)
      expect(statusCode, name).toBe(403)
    }
  })

  it('reads what its user may read, such as a class that waits for approval', async () => {
    const { program } = await asProgram(['classes:read'])
    const pending = await makeClass(application.services.db, { status: 'pending' })
    expect((await program.call(api.getClass, { params: { id: pending.id } })).status).toBe('pending')
    expect(await program.call(api.listApprovedClasses)).toEqual([])
  })

  it('that is unknown is no sign-in, and reads public calls like a visitor', async () => {
    const { program, admin } = await asProgram(['classes:read'])
    const unknown = admin.as('phs_000000000000000000000000000000000000000000')
    expect(await catchCode(unknown.call(api.listUsers))).toBe('NOT_SIGNED_IN')
    const live = await makeClass(application.services.db)
    expect((await unknown.call(api.getClass, { params: { id: live.id } }))._id).toBe(live.id)
    expect((await program.call(api.getClass, { params: { id: live.id } })).version).toBe(1)
  })

  it('has a limit of calls in a minute, of its own', async () => {
    const [busy, other] = [await asProgram(['users:read']), await asProgram(['users:read'])]
    expect((await busy.program.request('GET', '/api/users')).statusCode).toBe(200)
    await application.services.db.update(rateLimits).set({ times: ACCESS_TOKEN_CALLS_PER_MINUTE })
    const { statusCode, headers } = await busy.program.request('GET', '/api/users')
    expect(statusCode).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await other.program.request('GET', '/api/users')).statusCode).toBe(200)
    await application.services.db.delete(rateLimits)
  })

  it('works from an allowed origin', async () => {
    const { program } = await asProgram(['users:read'])
    const { statusCode, headers } = await program.request('GET', '/api/users', { headers: { origin: ORIGIN } })
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, ORIGIN])
  })

  it('of an admin without the required second factor may not act', async () => {
    const own = await openForThisTest({ REQUIRE_ADMIN_2FA: 'on' })
    const { user } = await own.signedIn('instructor')
    const owner = own.visitor.as(await own.tokens.issue(user.id, Date.now()))
    const body = { name: 'Program', scopes: ['classes:read'], days: 1 }
    const program = owner.as((await owner.call(api.createAccessToken, { body })).token)
    const { makeFirstAdmin } = await import('#server/domains/users/users.ts')
    await makeFirstAdmin(own.services.db, user.email)
    expect(await catchCode(program.call(api.listAllClasses))).toBe('SECOND_FACTOR_REQUIRED')
  })
})

it('/api/openapi.json names the scope of each call that an access token may make', async () => {
  const document = (await application.visitor.request('GET', '/api/openapi.json')).json()
  expect(document.paths['/api/classes'].get.security).toEqual([{ token: [] }, { accessToken: ['classes:read'] }])
  expect(document.paths['/api/access-tokens'].get.security).toEqual([{ token: [] }])
  expect(document.paths['/api/access-tokens'].get.description).toContain('Not with an access token.')
  expect(document.components.securitySchemes.accessToken.scheme).toBe('bearer')
})
