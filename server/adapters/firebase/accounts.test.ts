import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openAccounts } from './accounts.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const clientEmail = 'server@school-test.iam.gserviceaccount.com'
const TOKEN_URL = 'https://oauth2.googleapis.com/token'

const open = () => {
  const serviceAccount = { clientEmail, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  const base = { projectId: 'school-test', apiKey: 'key', authDomain: '', providers: [], emulator: undefined }
  const accounts = openAccounts({ ...base, serviceAccount })
  if (!accounts) throw new Error('a service account opens them')
  return accounts
}

/** Takes the place of Google. Returns the calls so far. */
function stubGoogle(respond: () => Response) {
  const grant = { access_token: 'access', expires_in: 3600 }
  const calls = vi.fn(async (url: string, _request: RequestInit) =>
    url === TOKEN_URL ? Response.json(grant) : respond(),
  )
  vi.stubGlobal('fetch', calls)
  return calls
}

afterEach(() => vi.unstubAllGlobals())

describe('the accounts of a project, with a service account', () => {
  it('are read with an access token that a signed assertion buys, once', async () => {
    const response = { users: [{ localId: 'a', email: 'a@example.test', validSince: '1700000000' }] }
    const calls = stubGoogle(() => Response.json(response))
    const accounts = open()
    expect(await accounts.find({ email: 'a@example.test' })).toMatchObject({ localId: 'a', validSince: 1_700_000_000 })
    await accounts.remove('a')
    expect(calls.mock.calls.map(([url]) => url)).toEqual([
      TOKEN_URL,
      'https://identitytoolkit.googleapis.com/v1/projects/school-test/accounts:lookup',
      'https://identitytoolkit.googleapis.com/v1/projects/school-test/accounts:delete',
    ])
    const [[, grant], [, lookup]] = calls.mock.calls as [[string, RequestInit], [string, RequestInit]]
    expect(lookup.headers).toMatchObject({ authorization: 'Bearer access' })
    const assertion = (grant.body as URLSearchParams).get('assertion') ?? ''
    const expected = { issuer: clientEmail, audience: TOKEN_URL, algorithms: ['RS256'] }
    const { payload } = await jwtVerify(assertion, publicKey, expected)
    expect(payload.scope).toBe('https://www.googleapis.com/auth/identitytoolkit')
  })

  it('have no unknown one, whose deletion is ignored', async () => {
    stubGoogle(() => Response.json({ error: { message: 'USER_NOT_FOUND' } }, { status: 400 }))
    expect(await open().find({ localId: 'unknown' })).toBeNull()
    await expect(open().remove('unknown')).resolves.toBeUndefined()
  })

  it.each<[string, () => Response]>([
    ['refuses', () => Response.json({ error: { message: 'PERMISSION_DENIED' } }, { status: 403 })],
    ['fails', () => new Response('bad gateway', { status: 502 })],
    [
      'does not respond',
      () => {
        throw new TypeError('fetch failed')
      },
    ],
  ])('are unavailable where Google %s, so that nobody is signed out', async (_, respond) => {
    stubGoogle(respond)
    await expect(open().find({ localId: 'a' })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
