/** Internals of packages that the server relies on. A new version of a package must be looked at before its number changes here. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AuthContext, type BetterAuthOptions, betterAuth } from 'better-auth'
import * as drizzle from 'drizzle-orm'
import * as original from 'drizzle-orm/entity'
import * as pgCore from 'drizzle-orm/pg-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as ours from '../ops/drizzle-entity.mjs'
import { createLazyOidc } from '../server/adapters/better-auth/lazy-oidc.ts'
import { users } from '../server/domains/users/users.table.ts'
import { freePort } from '../testing/free-port.ts'
import { openIssuer } from '../testing/issuer.ts'

const ROOT = join(import.meta.dirname, '..')

/** Fails with an instruction where the installed version is another one. */
function expectVersion(name: string, version: string, instruction: string): void {
  const installed = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version
  expect(installed, `${name} changed. ${instruction} Then set the version in tests/upstream.test.ts.`).toBe(version)
}

describe('drizzle-orm', () => {
  const INSTRUCTION = 'ops/drizzle-entity.mjs takes the place of its entity.js.'

  it('is the version whose entity.js we replace', () => {
    expectVersion('drizzle-orm', '0.45.4', INSTRUCTION)
  })

  it('uses our entity.js, which exports what its own does', () => {
    expect(drizzle.is, INSTRUCTION).not.toBe(original.is)
    expect(Object.keys(ours).sort(), INSTRUCTION).toEqual(Object.keys(original).sort())
  })

  it('tells its classes apart as before, at the first comparison and at later ones', () => {
    const { sql } = drizzle
    const subquery = new pgCore.QueryBuilder().select().from(users).as('subquery')
    const entities = [
      users,
      users.id,
      users.createdAt,
      sql`1`,
      sql`1`.as('one'),
      sql.param(1),
      sql.placeholder('p'),
      subquery,
    ]
    const values = [...entities, {}, [], Object.create(users), () => {}, 'text', 1, null, undefined]
    const classes = Object.values({ ...drizzle, ...pgCore, Aliased: drizzle.SQL.Aliased }).filter(
      (it) => typeof it === 'function' && Object.hasOwn(it, drizzle.entityKind),
    )
    const compareAll = (is: (value: unknown, type: never) => boolean) =>
      values.map((value) => classes.filter((type) => is(value, type as never)).map((type) => (type as () => void).name))
    const expected = compareAll(original.is)
    expect(expected.slice(0, entities.length).every((names) => names.length > 0)).toBe(true)
    expect(compareAll(drizzle.is)).toEqual(expected)
    expect(compareAll(drizzle.is)).toEqual(expected)
    expect(() => drizzle.is(users, Map as never)).toThrow(/doesn't look like a Drizzle entity/)
  })
})

describe('better-auth', () => {
  const INSTRUCTION =
    'server/adapters/better-auth/lazy-oidc.ts calls the init of its plugin generic-oauth for each sign-in.'

  it('is the version whose plugin init the providers call', () => {
    expectVersion('better-auth', '1.7.25', INSTRUCTION)
  })

  it('has a plugin generic-oauth whose init discovers the issuer and adds one provider', async () => {
    const issuer = await openIssuer(await freePort(), {
      sub: 'mallory',
      email: 'mallory@example.test',
      email_verified: false,
    })
    onTestFinished(() => issuer.close())
    const client = { id: 'oidc', name: 'Test', issuer: issuer.url, clientId: 'us', clientSecret: 'secret' }
    const options: BetterAuthOptions = { secret: 'x'.repeat(32), baseURL: 'http://127.0.0.1:3000' }
    const result = await createLazyOidc(client, async () => {}).init?.(await betterAuth(options).$context)
    const providers = (result?.context?.socialProviders ?? []) as AuthContext['socialProviders']
    expect(providers.map(({ id }) => id)).toEqual(['oidc'])
    const url = await providers[0]?.createAuthorizationURL({
      state: 'state',
      codeVerifier: 'x'.repeat(43),
      redirectURI: 'http://127.0.0.1:3000/callback',
    })
    const target = url && 'url' in url ? url.url : url
    expect(String(target), INSTRUCTION).toContain(`${issuer.url}/auth?`)
  })
})
