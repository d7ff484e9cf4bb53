import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { activity } from '#server/domains/activity/activity.table.ts'
import { cartItems } from '#server/domains/cart/cart.table.ts'
import { payments } from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { must } from '#server/platform/app-error.ts'
import { makeClass, makeEnrolment } from '../../../demo/factories.ts'
import type { TestApplication } from '../../../testing/application.ts'
import { Crawler } from '../../../testing/crawler.ts'
import { freePort } from '../../../testing/free-port.ts'
import { type Issuer, openIssuer } from '../../../testing/issuer.ts'
import { openListening, readOutcome, startUrl } from '../../../testing/provider-sign-in.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { user } from './identity.table.ts'
import { separateIssuers } from './only-provider.ts'

let issuer: Issuer
let application: TestApplication
beforeAll(async () => {
  issuer = await openIssuer(await freePort(), { sub: '', email: '', email_verified: false })
  const settings = { OIDC_ISSUER: `${issuer.url}/`, OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'secret' }
  application = await openListening({ IDENTITY: 'oidc', ...settings })
})
afterAll(async () => {
  issuer.close()
  await application.close()
})

let email = ''
let count = 0
beforeEach(() => {
  email = `person${++count}@subject.test`
})

/** Signs a subject in at the provider. Returns the code of a refusal, or the response of the exchange for a token. */
async function signIn(sub: string, { verified = true, as = email } = {}) {
  issuer.claims = { sub: `${sub} ${count}`, email: as, email_verified: verified }
  const who = new Crawler()
  const refused = readOutcome(await who.get(startUrl(application))).error?.code
  if (refused) return { refused }
  const { publicUrl } = application.settings
  const { text } = await who.post(`${publicUrl}/api/jwt`, { email: as }, { json: true })
  const { code, jwtToken } = JSON.parse(text)
  return code ? { refused: code } : { visitor: application.visitor.as(jwtToken) }
}

const findRecord = async (address = email) => {
  const isRecord = and(eq(users.email, address), isNull(users.deletedAt))
  return (await application.services.db.select().from(users).where(isRecord))[0]
}

const setRole = (role: 'student' | 'admin') =>
  application.services.db.update(users).set({ role }).where(eq(users.email, email))

describe('an account whose address was never confirmed', () => {
  it('does not lock out the verified owner, who starts anew; it ends, and what it paid stays on record', async () => {
    const { db } = application.services
    const { visitor: squatter = application.visitor } = await signIn('squatter', { verified: false })
    const record = must(await findRecord())
    const paid = await makeClass(db)
    await makeEnrolment(db, record, paid)
    await squatter.call(api.selectClass, { body: { classId: (await makeClass(db)).id } })

    const { visitor: owner = application.visitor } = await signIn('owner')
    const own = await owner.call(api.getUser, { params: { email } })
    expect([own._id === record.id, own.role]).toEqual([false, 'student'])
    expect(await owner.call(api.listPayments, { query: { email } })).toEqual([])
    expect((await squatter.request('GET', `/api/user/${email}`)).statusCode).toBe(401)
    expect(await db.select().from(cartItems).where(eq(cartItems.userId, record.id))).toEqual([])
    expect(await db.select().from(payments).where(eq(payments.userId, record.id))).toHaveLength(1)
    expect((await signIn('squatter', { verified: false })).refused).toBe('account_not_linked')
    expect((await signIn('owner')).refused).toBeUndefined()
  })

  it('is kept for its own subject, which confirms the address later', async () => {
    await signIn('late', { verified: false })
    const record = must(await findRecord())
    expect((await signIn('late')).refused).toBeUndefined()
    expect(await findRecord()).toMatchObject({ id: record.id, emailConfirmed: true })
  })

  it('is not taken by another subject without a verified address', async () => {
    await signIn('first', { verified: false })
    const record = await findRecord()
    expect((await signIn('second', { verified: false })).refused).toBe('account_not_linked')
    expect(await findRecord()).toEqual(record)
  })
})

describe('another subject with an address that was given to someone else', () => {
  it.each(['student', 'admin'] as const)('does not get the account of the earlier person, a %s', async (role) => {
    await signIn('earlier')
    await setRole(role)
    const record = await findRecord()
    expect((await signIn('later')).refused).toBe('other_subject')
    expect(await findRecord()).toEqual(record)
    expect((await signIn('earlier')).refused).toBeUndefined()
  })

  it('starts anew once an admin has deleted the earlier account', async () => {
    await signIn('earlier')
    const record = must(await findRecord())
    const admin = await application.signedIn('admin')
    await admin.call(api.deleteUser, { params: { id: record.id } })
    expect((await signIn('later')).refused).toBeUndefined()
    expect((await findRecord())?.id).not.toBe(record.id)
  })

  it('has the account, as a new sign-in of the same person, once an admin has ended the former connection', async () => {
    const { visitor: earlier = application.visitor } = await signIn('earlier')
    const record = must(await findRecord())
    const admin = await application.signedIn('admin')
    const unlink = (by = admin, id = record.id) => catchCode(by.call(api.unlinkUser, { params: { id } }))
    expect(await unlink(await application.signedIn('student'))).toBe('NOT_ALLOWED')
    expect(await unlink(admin, admin.user.id)).toBe('NOT_ONESELF')
    expect(await unlink(admin, (await application.signedIn('admin')).user.id)).toBe('ADMIN_ACCOUNT')
    expect(await unlink(admin, 'nobody')).toBe('NOT_FOUND')
    expect(await admin.call(api.unlinkUser, { params: { id: record.id } })).toEqual({ modifiedCount: 1 })
    expect((await earlier.request('GET', `/api/user/${email}`)).statusCode).toBe(401)
    expect((await signIn('later', { verified: false })).refused).toBe('EMAIL_NOT_CONFIRMED')
    expect((await signIn('later again')).refused).toBeUndefined()
    expect((await findRecord())?.id).toBe(record.id)
  })
})

describe('a subject whose address changes at the provider', () => {
  it('keeps the account and its record, under the new address', async () => {
    await signIn('moving')
    const record = must(await findRecord())
    const as = `new-${email}`
    expect((await signIn('moving', { as })).refused).toBeUndefined()
    expect(await findRecord(as)).toEqual({ ...record, email: as })
    const [entry] = await application.services.db.select().from(activity).where(eq(activity.subjectId, record.id))
    expect(entry).toMatchObject({ action: 'address_changed', changes: [{ field: 'Email', from: email, to: as }] })
  })

  it('keeps the old one while the new one is unverified, or belongs to another person', async () => {
    await signIn('other', { as: `taken-${email}` })
    await signIn('moving')
    for (const change of [{ as: `new-${email}`, verified: false }, { as: `taken-${email}` }]) {
      await signIn('moving', change)
      expect(await findRecord()).toBeDefined()
      expect((await findRecord(change.as))?.identityId).not.toBe((await findRecord())?.identityId)
    }
  })
})

describe('the same subject of another issuer', () => {
  it('is another person: it gets neither the account nor, with another address, the record', async () => {
    await signIn('1')
    const record = must(await findRecord())
    await separateIssuers(application.services.db, 'oidc', 'https://other.example')
    const as = `other-${email}`
    expect((await signIn('1', { as })).refused).toBeUndefined()
    expect((await findRecord(as))?.id).not.toBe(record.id)
  })

  it('has its account again once the school has returned to the issuer', async () => {
    await signIn('1')
    const record = await findRecord()
    const { db } = application.services
    await separateIssuers(db, 'oidc', 'https://other.example')
    await separateIssuers(db, 'oidc', issuer.url)
    expect((await signIn('1')).refused).toBeUndefined()
    expect(await findRecord()).toEqual(record)
  })

  it('has the former account by its address, where both issuers have verified it', async () => {
    await signIn('1')
    const record = must(await findRecord())
    await separateIssuers(application.services.db, 'oidc', 'https://other.example')
    expect((await signIn('2')).refused).toBeUndefined()
    expect((await findRecord())?.id).toBe(record.id)
    const accounts = await application.services.db.select().from(user).where(eq(user.email, email))
    expect(accounts).toHaveLength(1)
  })
})
