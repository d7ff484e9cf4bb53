/** Internals of packages that the server relies on. A new version of a package must be looked at before its number changes here. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AuthContext, type BetterAuthOptions, betterAuth } from 'better-auth'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLazyOidc } from '../server/adapters/better-auth/lazy-oidc.ts'
import { freePort } from '../testing/free-port.ts'
import { openIssuer } from '../testing/issuer.ts'

const ROOT = join(import.meta.dirname, '..')

/** Fails with an instruction where the installed version is another one. */
function expectVersion(name: string, version: string, instruction: string): void {
  const installed = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version
  expect(installed, `${name} changed. ${instruction} Then set the version in tests/upstream.test.ts.`).toBe(version)
}

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
