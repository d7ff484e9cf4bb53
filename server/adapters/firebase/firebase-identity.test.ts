import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { user as embeddedUser } from '#server/adapters/better-auth/identity.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { makeUser } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest, openTestApplication } from '../../../testing/application.ts'
import {
  createConfusedToken,
  createIdToken,
  createUnsignedToken,
  FIREBASE,
  FIREBASE_KEYS,
  type TokenOptions,
} from '../../../testing/firebase-tokens.ts'

const application = openForThisFile(FIREBASE, { firebaseKeys: FIREBASE_KEYS })

let count = 0
const newEmail = () => `person${++count}@firebase.test`
const seconds = () => Math.floor(Date.now() / 1000)

async function post(path: string, token: string, body: object = {}, of = application) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await of.visitor.request('POST', `/api${path}`, { headers, body })
  return { status: response.statusCode, body: response.json() }
}

const exchange = (token: string, email: string, of = application) => post('/jwt', token, { email }, of)

/** Returns the status of a call with a token of ours. */
async function read(token: string, email: string, of = application): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await of.visitor.request('GET', `/api/user/${email}`, { headers })).statusCode
}

const find = async (email: string) =>
  (await application.services.db.select().from(users).where(eq(users.email, email)))[0]

describe('an ID token of Firebase', () => {
  it('buys a token of ours and makes a student, bound to its uid', async () => {
    const email = newEmail()
    const token = await createIdToken(email, { claims: { name: 'Nora Berg', picture: 'https://img.example/n.jpg' } })
    const { body } = await exchange(token, email)
    expect(await read(body.jwtToken, email)).toBe(200)
    expect(await find(email)).toMatchObject({
      name: 'Nora Berg',
      image: 'https://img.example/n.jpg',
      role: 'student',
      identityId: email.replace(/\W/g, ''),
      emailConfirmed: true,
    })
  })

  it('completes the record with POST /users', async () => {
    const email = newEmail()
    const token = await createIdToken(email)
    const userInfo = { name: 'Nora', email, image: '', role: 'admin' }
    expect((await post('/users', token, { userInfo })).body).toEqual({ insertedId: expect.any(String) })
    expect(await find(email)).toMatchObject({ name: 'Nora', role: 'student' })
  })

  it.each<[string, TokenOptions]>([
    ['of another project', { audience: 'other-project', issuer: 'https://securetoken.google.com/other-project' }],
    ['for another audience', { audience: 'other-project' }],
    ['of another issuer', { issuer: 'https://accounts.google.com' }],
    ['that is expired', { expiresAt: seconds() - 60 }],
    ['issued in the future', { claims: { iat: seconds() + 600 } }],
    ['whose sign-in is in the future', { claims: { auth_time: seconds() + 600 } }],
    ['without the time of its sign-in', { claims: { auth_time: undefined } }],
    ['whose sign-in is 91 days ago', { claims: { auth_time: seconds() - 91 * 24 * 60 * 60 } }],
    ['signed with another key', { isForged: true }],
    ['that names an unknown key', { kid: 'other' }],
    ['without a user', { claims: { sub: '' } }],
    ['without an e-mail, as of an anonymous user', { claims: { email: undefined } }],
    ['of a tenant', { claims: { firebase: { tenant: 'a' } } }],
  ])('%s is refused, and makes no record', async (_, options) => {
    const email = newEmail()
    expect(await exchange(await createIdToken(email, options), email)).toMatchObject({
      status: 401,
      body: { code: 'NOT_SIGNED_IN' },
    })
    expect(await find(email)).toBeUndefined()
  })

  it('without a signature, with the public key as a secret, changed, or not a token at all is refused', async () => {
    const email = newEmail()
    const token = await createIdToken(email)
    const [head, , signature] = token.split('.')
    const payload = Buffer.from(JSON.stringify({ sub: 'a', email })).toString('base64url')
    const forged = [`${head}.${payload}.${signature}`, `${head}.${payload}.`, 'a.b.c', 'token']
    for (const attempt of [createUnsignedToken(email), await createConfusedToken(email), ...forged])
      expect((await exchange(attempt, email)).status).toBe(401)
    expect(await find(email)).toBeUndefined()
  })

  it('is no proof for the e-mail of another, and no token of ours', async () => {
    const [email, victim] = [newEmail(), newEmail()]
    const token = await createIdToken(email)
    expect((await exchange(token, victim)).status).toBe(401)
    expect((await post('/users', token, { userInfo: { name: 'A', email: victim } })).status).toBe(401)
    expect(await read(token, email)).toBe(401)
    const { body } = await exchange(token, email)
    expect((await exchange(body.jwtToken, email)).status, 'a token of ours is no proof').toBe(401)
  })

  it('is not refused but retried later where the keys cannot be fetched', async () => {
    const firebaseKeys = async () => {
      throw new TypeError('fetch failed')
    }
    const other = await openForThisTest(FIREBASE, { firebaseKeys })
    const email = newEmail()
    expect(await exchange(await createIdToken(email), email, other)).toMatchObject({ status: 503 })
  })
})

describe('an e-mail that has a record', () => {
  const unverified = { claims: { email_verified: false } }

  it('is inherited by nobody who has not confirmed it', async () => {
    const [waiting, bound] = [newEmail(), newEmail()]
    await makeUser(application.services.db, 'admin', { email: waiting, identityId: null })
    await makeUser(application.services.db, 'admin', {
      email: bound,
      identityId: 'of-a-password',
      emailConfirmed: true,
    })
    for (const email of [waiting, bound]) {
      const refused = await exchange(await createIdToken(email, unverified), email)
      expect(refused).toMatchObject({ status: 409, body: { code: 'EMAIL_NOT_CONFIRMED' } })
    }
    expect(await find(waiting)).toMatchObject({ identityId: null })
    expect(await find(bound)).toMatchObject({ identityId: 'of-a-password' })
  })

  it('is claimed by its confirmed owner, with its role, unless another identity has it', async () => {
    const [waiting, bound] = [newEmail(), newEmail()]
    await makeUser(application.services.db, 'instructor', { email: waiting, identityId: null })
    await makeUser(application.services.db, 'admin', { email: bound, identityId: 'another-uid' })
    expect((await exchange(await createIdToken(waiting), waiting)).status).toBe(200)
    expect(await find(waiting)).toMatchObject({ role: 'instructor', emailConfirmed: true })
    const refused = await exchange(await createIdToken(bound), bound)
    expect(refused).toMatchObject({ status: 409, body: { code: 'IDENTITY_CONFLICT' } })
  })

  it('of an account at the embedded provider, which nobody can use any longer, is claimed by its confirmed owner', async () => {
    const { db } = application.services
    const email = newEmail()
    const times = { createdAt: new Date(), updatedAt: new Date() }
    await db.insert(embeddedUser).values({ ...times, id: 'embedded', email, name: 'A', emailVerified: true })
    await makeUser(db, 'instructor', { email, identityId: 'embedded', emailConfirmed: true })
    expect((await exchange(await createIdToken(email, unverified), email)).status).toBe(409)
    expect((await exchange(await createIdToken(email), email)).status).toBe(200)
    expect(await find(email)).toMatchObject({ role: 'instructor', identityId: email.replace(/\W/g, '') })
  })
})

describe('signing out', () => {
  it('ends the tokens of this sign-in and its ID tokens, but not those of another device', async () => {
    const email = newEmail()
    const [here, there] = [seconds() - 100, seconds() - 50]
    const idToken = await createIdToken(email, { claims: { auth_time: here } })
    const other = await createIdToken(email, { claims: { auth_time: there } })
    const tokens = [(await exchange(idToken, email)).body.jwtToken, (await exchange(other, email)).body.jwtToken]
    expect((await post('/sign-out', tokens[0])).status, 'a token of ours is no proof').toBe(401)
    expect((await post('/sign-out', idToken)).body).toEqual({ deletedCount: 1 })
    expect(await Promise.all(tokens.map((token) => read(token, email)))).toEqual([401, 200])
    const renewed = await createIdToken(email, { claims: { auth_time: here }, expiresAt: seconds() + 60 })
    expect((await exchange(renewed, email)).status).toBe(401)
    expect((await exchange(await createIdToken(email), email)).status).toBe(200)
  })

  it('everywhere else ends the earlier sign-ins, after a new password', async () => {
    const email = newEmail()
    const earlier = await createIdToken(email, { claims: { auth_time: seconds() - 100 } })
    const now = await createIdToken(email)
    const tokens = [(await exchange(earlier, email)).body.jwtToken, (await exchange(now, email)).body.jwtToken]
    const headers = { authorization: `Bearer ${now}` }
    await application.visitor.request('DELETE', '/api/account/sessions', { headers })
    expect(await Promise.all(tokens.map((token) => read(token, email)))).toEqual([401, 200])
    expect((await exchange(earlier, email)).status).toBe(401)
  })

  it('does not follow a token of the embedded provider to this one', async () => {
    const { user } = await application.signedIn('student', { identityId: newEmail() })
    const token = await application.tokens.issue(user.id, Date.now(), 'a-session-of-better-auth')
    expect(await read(token, user.email)).toBe(401)
  })
})

describe('an account at Firebase', () => {
  it('is deleted here after a recent sign-in only, and is a new student afterwards', async () => {
    const email = newEmail()
    const old = await createIdToken(email, { claims: { auth_time: seconds() - 3600 } })
    await exchange(old, email)
    expect((await post('/account/deletion', old, {})).body.code).toBe('NOT_CONFIRMED')
    expect((await post('/account/deletion', old, { password: 'Secret@2019' })).body.code).toBe('NOT_CONFIRMED')
    const fresh = await createIdToken(email)
    expect((await post('/account/deletion', fresh, {})).body).toEqual({ deletedCount: 1 })
    expect((await exchange(await createIdToken(email), email)).status).toBe(200)
  })

  it('is not created by us: the set-up and the embedded provider’s calls are closed', async () => {
    const { visitor } = application
    const body = { email: 'student@demo.school', password: 'Demo@2019' }
    expect((await visitor.request('POST', '/api/auth/sign-in/email', { body })).statusCode).toBe(404)
    expect((await visitor.request('GET', '/api/auth/get-session')).statusCode).toBe(404)
  })

  it('gets its links in e-mails to our pages, and to no other site', async () => {
    const follow = async (query: string) =>
      (await application.visitor.request('GET', `/api/auth/action?${query}`)).headers.location
    expect(await follow('mode=resetPassword&oobCode=a%26b')).toBe('/reset-password?token=a%26b')
    expect(await follow('mode=verifyEmail&oobCode=c')).toBe('/verify-email?token=c')
    expect(await follow('mode=other&oobCode=c&continueUrl=https://evil.example')).toBe('/login')
    for (const mode of Object.getOwnPropertyNames(Object.prototype))
      expect(await follow(`mode=${mode}&oobCode=c`), mode).toBe('/login')
  })
})

describe('tokens without a signature', () => {
  const EMULATOR = { ...FIREBASE, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1', NODE_ENV: 'test' }

  it.each([
    [{ NODE_ENV: 'production' }, /^FIREBASE_AUTH_EMULATOR_HOST: is for tests, and refused with NODE_ENV=production$/],
    [{ FIREBASE_AUTH_EMULATOR_HOST: 'auth.example:9099' }, /^FIREBASE_AUTH_EMULATOR_HOST: must be on this machine/],
    [{ IDENTITY: 'embedded' }, /^FIREBASE_\w+: is only for IDENTITY=firebase$/],
  ])('stop the start with %j', async (settings, message) => {
    await expect(openTestApplication({ ...EMULATOR, ...settings })).rejects.toThrow(message)
  })

  it('of the emulator are verified by the same rules but for the signature', async () => {
    const { createVerifier } = await import('./id-token.ts')
    const email = newEmail()
    const verify = createVerifier({ projectId: 'school-test', emulator: 'http://127.0.0.1:9099' }, FIREBASE_KEYS)
    expect(await verify(createUnsignedToken(email))).toMatchObject({ email })
    const other = createVerifier({ projectId: 'other-project', emulator: 'http://127.0.0.1:9099' }, FIREBASE_KEYS)
    expect(await other(createUnsignedToken(email))).toBeNull()
    expect(await verify(await createIdToken(email, { isForged: true }))).toBeNull()
  })
})
