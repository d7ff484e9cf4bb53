import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { createIdToken, FIREBASE, FIREBASE_KEYS } from '../../../testing/firebase-tokens.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'

const accounts = new Map<string, object>()

/** Answers `accounts:lookup` like Firebase. */
const firebase = createServer(async (request, response) => {
  const chunks = await request.toArray()
  const { localId, email } = JSON.parse(Buffer.concat(chunks).toString())
  const account = localId
    ? accounts.get(localId[0])
    : [...accounts.values()].find((one) => Reflect.get(one, 'email') === email[0])
  response.setHeader('content-type', 'application/json').end(JSON.stringify(account ? { users: [account] } : {}))
})

let withoutAccounts: TestApplication
let withAccounts: TestApplication
beforeAll(async () => {
  await new Promise<void>((resolve) => firebase.listen(0, '127.0.0.1', resolve))
  const FIREBASE_AUTH_EMULATOR_HOST = `127.0.0.1:${(firebase.address() as AddressInfo).port}`
  const options = { firebaseKeys: FIREBASE_KEYS }
  withoutAccounts = await openTestApplication(FIREBASE, options)
  withAccounts = await openTestApplication({ ...FIREBASE, FIREBASE_AUTH_EMULATOR_HOST, NODE_ENV: 'test' }, options)
})
afterAll(async () => {
  await withoutAccounts.close()
  await withAccounts.close()
  firebase.close()
})

const seconds = () => Math.floor(Date.now() / 1000)
let count = 0
const newEmail = () => `revoked${++count}@firebase.test`

/** @param at when the user signed in, in seconds since 1970 */
async function signIn(application: TestApplication, email: string, at: number, confirmed = true) {
  const claims = { auth_time: at, email_verified: confirmed }
  const prover = application.visitor.as(await createIdToken(email, { claims }))
  const exchange = () => prover.call(api.issueToken, { body: { email } })
  return { prover, exchange, visitor: application.visitor.as((await exchange()).jwtToken) }
}

const createProgram = async (visitor: Visitor) => {
  const body = { name: 'Sync', scopes: ['payments:read'], days: 30 }
  return visitor.as((await visitor.call(api.createAccessToken, { body })).token)
}

const statuses = (email: string, ...clients: Visitor[]) =>
  Promise.all(clients.map(async (client) => (await client.request('GET', `/api/payments?email=${email}`)).statusCode))

describe('another account with an address that was given to someone else', () => {
  it.each([
    ['with', () => withAccounts],
    ['without', () => withoutAccounts],
  ])('does not get the record of a deleted account, nor its role, %s a service account', async (_, open) => {
    const [application, email] = [open(), newEmail()]
    const values = { email, identityId: `deleted ${email}`, emailConfirmed: true }
    const { user: record } = await application.signedIn('admin', values)
    accounts.set(email.replace(/\W/g, ''), { localId: email.replace(/\W/g, ''), email })
    const prover = application.visitor.as(await createIdToken(email))
    expect(await catchCode(prover.call(api.issueToken, { body: { email } }))).toBe('IDENTITY_CONFLICT')
    const admin = await application.signedIn('admin')
    await admin.call(api.makeInstructor, { params: { id: record.id } })
    await admin.call(api.unlinkUser, { params: { id: record.id } })
    const { jwtToken } = await prover.call(api.issueToken, { body: { email } })
    const own = await application.visitor.as(jwtToken).call(api.getUser, { params: { email } })
    expect(own).toMatchObject({ _id: record.id, role: 'instructor' })
  })

  it('gets the record of a deleted account that never confirmed the address', async () => {
    const email = newEmail()
    const values = { email, identityId: `deleted ${email}`, emailConfirmed: false }
    const { user: record } = await withoutAccounts.signedIn('student', values)
    const { visitor } = await signIn(withoutAccounts, email, seconds())
    expect((await visitor.call(api.getUser, { params: { email } }))._id).toBe(record.id)
  })
})

describe('an account whose address another person has registered, unconfirmed', () => {
  it('is its owner’s alone from their confirmed sign-in on: no token of the other, nor an access token, counts', async () => {
    const email = newEmail()
    const attacker = await signIn(withoutAccounts, email, seconds() - 100, false)
    const program = await createProgram(attacker.visitor)
    expect(await statuses(email, attacker.visitor, program)).toEqual([200, 200])
    // Firebase gives the account to who signs in with Google, and keeps its id.
    // Sign-ins are distinguished by their second.
    const owner = await signIn(withoutAccounts, email, seconds() + 1)
    expect(await statuses(email, attacker.visitor, program, owner.visitor)).toEqual([401, 401, 200])
    await expect(attacker.exchange()).rejects.toMatchObject({ statusCode: 401 })
  })

  it('keeps its tokens where its owner confirms the address in the same sign-in', async () => {
    const email = newEmail()
    const at = seconds() - 100
    const unconfirmed = await signIn(withoutAccounts, email, at, false)
    const program = await createProgram(unconfirmed.visitor)
    const confirmed = await signIn(withoutAccounts, email, at)
    expect(await statuses(email, unconfirmed.visitor, program, confirmed.visitor)).toEqual([200, 200, 200])
  })
})

describe('with a service account', () => {
  const toAccount = (email: string, values: object = {}) => {
    const localId = email.replace(/\W/g, '')
    accounts.set(localId, { localId, email, emailVerified: true, ...values })
  }

  it('a new password ends the earlier sign-ins, tokens and access tokens at the next sign-in', async () => {
    const email = newEmail()
    toAccount(email, { validSince: String(seconds() - 1000) })
    const earlier = await signIn(withAccounts, email, seconds() - 100)
    const program = await createProgram(earlier.visitor)
    expect(await statuses(email, earlier.visitor, program)).toEqual([200, 200])
    await new Promise((resolve) => setTimeout(resolve, 1000))
    toAccount(email, { validSince: String(seconds()) })
    await expect(earlier.exchange()).rejects.toMatchObject({ statusCode: 401 })
    const next = await signIn(withAccounts, email, seconds())
    expect(await statuses(email, earlier.visitor, program, next.visitor)).toEqual([401, 401, 200])
  })

  it.each([
    ['disabled', { disabled: true }],
    ['of another address', { email: 'changed@firebase.test' }],
  ])('an account that is %s is no proof, and nor is a deleted one', async (_, values) => {
    const email = newEmail()
    toAccount(email)
    const { exchange } = await signIn(withAccounts, email, seconds())
    toAccount(email, values)
    await expect(exchange()).rejects.toMatchObject({ statusCode: 401 })
    accounts.delete(email.replace(/\W/g, ''))
    await expect(exchange()).rejects.toMatchObject({ statusCode: 401 })
  })
})
