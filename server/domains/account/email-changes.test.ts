import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import * as Identities from '#server/adapters/better-auth/identity.table.ts'
import { activity } from '#server/domains/activity/activity.table.ts'
import { subscriptions } from '#server/domains/newsletter/newsletter.table.ts'
import { payments } from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { must } from '#server/platform/app-error.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import { makeClass, makeEnrolment, makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { generateCode } from '../../../testing/totp.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { emailChanges } from './email-changes.table.ts'

const application = openForThisFile()
beforeEach(async () => void (await application.services.db.delete(rateLimits)))

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
let count = 0
const newEmail = () => `change${++count}@example.test`

const db = () => application.services.db

const find = async (email: string) =>
  (
    await db()
      .select()
      .from(users)
      .where(and(eq(users.email, email), isNull(users.deletedAt)))
  )[0]

/** Registers a user, by default with a confirmed address. */
async function register({ confirmed = true } = {}) {
  const member = await new Member(application, newEmail()).register()
  if (confirmed)
    await db().update(Identities.user).set({ emailVerified: true }).where(eq(Identities.user.email, member.email))
  const visitor = await member.asVisitor()
  return { member, visitor, record: must(await find(member.email)) }
}

const ask = (member: Member, email: string, password: string | null = PASSWORD) =>
  member.prove('/api/account/email', { email, password })

/** Returns the last e-mail to an address. */
async function readLast(to: string) {
  const email = (await application.readEmails()).findLast((sent) => sent.to?.[0]?.address === to)
  return { subject: email?.subject ?? '', text: email?.text ?? '' }
}

/** Returns the token of the last link to a page that was sent to an address. */
async function readToken(to: string, page: 'change-email' | 'restore-email' | 'reset-password'): Promise<string> {
  const link = new RegExp(`/${page}[?]token=([\\w-]+)`)
  const tokens = (await application.readEmails()).flatMap((sent) =>
    sent.to?.[0]?.address === to ? (link.exec(sent.text ?? '')?.[1] ?? []) : [],
  )
  return tokens.at(-1) ?? ''
}

const confirm = (visitor: Visitor, token: string) => visitor.call(api.confirmEmailChange, { body: { token } })
const restore = (token: string) => application.visitor.call(api.restoreEmail, { body: { token } })

/** Changes the address of a new user. */
async function change(options?: { confirmed: boolean }) {
  const user = await register(options)
  const email = newEmail()
  expect((await ask(user.member, email)).statusCode).toBe(200)
  await confirm(user.visitor, await readToken(email, 'change-email'))
  return { ...user, email }
}

const signIn = async (email: string, password = PASSWORD) =>
  (await new Member(application, email).signIn(password)).statusCode

describe('a changed e-mail address', () => {
  it('keeps the record with its payments and enrolments, and is shown in lists, roster and log', async () => {
    const { member, visitor, record } = await register()
    const teacher = await application.signedIn('instructor')
    const bought = await makeClass(db(), { instructorId: teacher.user.id })
    await makeEnrolment(db(), record, bought)
    const email = newEmail()
    expect((await ask(member, email.toUpperCase())).json()).toEqual({ requested: true })
    expect(await find(member.email), 'nothing has changed yet').toEqual(record)
    expect(await confirm(visitor, await readToken(email, 'change-email'))).toEqual({ email })

    expect(await find(email)).toMatchObject({ id: record.id, role: 'student', emailConfirmed: true })
    const again = new Member(application, email)
    await again.signIn()
    const own = await again.asVisitor()
    expect(await own.call(api.listPayments, { query: { email } })).toHaveLength(1)
    expect(await own.call(api.listEnrolledClasses, { query: { email } })).toHaveLength(1)
    const admin = await application.signedIn('admin')
    expect(await admin.call(api.listUsers, { query: { q: email } })).toMatchObject([{ _id: record.id, email }])
    expect(JSON.stringify(await teacher.call(api.listStudents, { params: { id: bought.id } }))).toContain(email)
    const [entry] = await db().select().from(activity).where(eq(activity.subjectId, record.id))
    const changes = [{ field: 'Email', from: member.email, to: email }]
    expect(entry).toMatchObject({ action: 'address_changed', actorId: record.id, changes })
  })

  it('gets the e-mail about the refund of an earlier payment', async () => {
    const { member, visitor, record } = await register()
    await makeEnrolment(db(), record, await makeClass(db()))
    const email = newEmail()
    await ask(member, email)
    await confirm(visitor, await readToken(email, 'change-email'))
    const [payment] = await db().select().from(payments).where(eq(payments.userId, record.id))
    const admin = await application.signedIn('admin')
    await admin.call(api.refundPayment, { params: { id: must(payment).id } })
    const sent = (await application.readEmails()).filter(({ subject }) => subject?.includes('efund'))
    expect(sent.map(({ to }) => to?.[0]?.address)).toEqual([email])
  })

  it('ends all sign-ins, tokens, access tokens, the calendar feed, and links that wait in e-mails', async () => {
    const { member, visitor } = await register()
    const other = new Member(application, member.email)
    await other.signIn()
    const body = { name: 'Sync', scopes: ['payments:read' as const], days: 30 }
    const program = application.visitor.as((await visitor.call(api.createAccessToken, { body })).token)
    const { feed_url: feed } = await visitor.call(api.renewCalendarFeed)
    await member.identify('request-password-reset', { email: member.email })
    const reset = await readToken(member.email, 'reset-password')
    const email = newEmail()
    await ask(member, email)
    await confirm(visitor, await readToken(email, 'change-email'))

    for (const client of [visitor, program])
      expect((await client.request('GET', `/api/payments?email=${email}`)).statusCode).toBe(401)
    for (const client of [member, other]) expect((await client.exchange(email)).statusCode).toBe(401)
    expect((await application.visitor.request('GET', new URL(feed ?? '').pathname)).statusCode).toBe(404)
    const refused = await member.identify('reset-password', { token: reset, newPassword: 'Other@2020' })
    expect(refused.statusCode).toBe(400)
    expect([await signIn(member.email), await signIn(email)]).toEqual([401, 200])
  })

  it('leaves the newsletter with the address that subscribed', async () => {
    const { member, visitor } = await register()
    await db().insert(subscriptions).values({ email: member.email, requestedAt: 1, confirmedAt: 1 })
    const email = newEmail()
    await ask(member, email)
    await confirm(visitor, await readToken(email, 'change-email'))
    expect(await db().select().from(subscriptions).where(eq(subscriptions.email, member.email))).toHaveLength(1)
    expect(await db().select().from(subscriptions).where(eq(subscriptions.email, email))).toEqual([])
  })

  it('keeps the second factor', async () => {
    const { member, visitor, record } = await register()
    const { totpURI } = (await member.identify('two-factor/enable', { password: PASSWORD })).json()
    await member.identify('two-factor/verify-totp', { code: generateCode(totpURI) })
    const email = newEmail()
    const renewed = await member.asVisitor()
    expect((await ask(member, email)).statusCode).toBe(200)
    expect(await catchCode(confirm(visitor, await readToken(email, 'change-email')))).toBe('OTHER_ACCOUNT')
    await confirm(renewed, await readToken(email, 'change-email'))
    expect(await application.services.identity.hasSecondFactor(record.identityId ?? '')).toBe(true)
  })
})

describe('a request for another address', () => {
  it('is refused without the password, and with a wrong one, which counts', async () => {
    const { member } = await register()
    for (const password of [null, '', 'Wrong@2019'])
      expect((await ask(member, newEmail(), password)).json().code).toBe('NOT_CONFIRMED')
    expect((await application.rateLimiter.readCount('wrong password', member.email)).times).toBe(1)
    expect(await db().select().from(emailChanges).where(eq(emailChanges.fromEmail, member.email))).toEqual([])
  })

  it('is refused after a sign-in that is not recent', async () => {
    const { member, record } = await register()
    const old = { createdAt: new Date(Date.now() - 61 * 60_000) }
    await db()
      .update(Identities.session)
      .set(old)
      .where(eq(Identities.session.userId, record.identityId ?? ''))
    expect((await ask(member, newEmail())).json().code).toBe('REAUTH_REQUIRED')
  })

  it('needs a recent sign-in alone where the account has no password', async () => {
    const { member, record } = await register()
    await db()
      .delete(Identities.account)
      .where(eq(Identities.account.userId, record.identityId ?? ''))
    expect((await ask(member, newEmail(), null)).statusCode).toBe(200)
  })

  it('requires a proof, for a record that is the caller’s', async () => {
    const body = { email: newEmail(), password: PASSWORD }
    expect((await application.visitor.request('POST', '/api/account/email', { body })).statusCode).toBe(401)
    const imported = await makeUser(db(), 'instructor')
    const squatter = await new Member(application, imported.email).register()
    expect((await ask(squatter, newEmail())).json().code).toBe('EMAIL_NOT_CONFIRMED')
  })

  it.each(['', 'nobody', 'a@b', 'a@b.test\r\nBcc: c@d.test', 'a@demo.school'])('is refused for %j', async (email) => {
    const { member } = await register()
    expect((await ask(member, email)).json().code).toBe('INVALID_INPUT')
    expect((await ask(member, member.email)).json().code, 'its own address').toBe('INVALID_INPUT')
  })

  it('is replaced by the next one, and ended by a new password', async () => {
    const { member, visitor } = await register()
    const [first, second] = [newEmail(), newEmail()]
    await ask(member, first)
    const replaced = await readToken(first, 'change-email')
    await ask(member, second)
    expect(await catchCode(confirm(visitor, replaced))).toBe('LINK_INVALID')
    const waiting = await readToken(second, 'change-email')
    await member.identify('change-password', { currentPassword: PASSWORD, newPassword: 'Other@2020' })
    expect(await catchCode(confirm(await member.asVisitor(), waiting))).toBe('LINK_INVALID')
  })

  it('sends one address three links an hour, whoever asks', async () => {
    const email = newEmail()
    for (let i = 0; i < 3; i++) expect((await ask((await register()).member, email)).statusCode).toBe(200)
    expect((await ask((await register()).member, email)).statusCode).toBe(429)
  })
})

describe('an address that has an account', () => {
  it.each<[string, () => Promise<string>]>([
    ['of another user', async () => (await register()).member.email],
    ['that is not confirmed', async () => (await register({ confirmed: false })).member.email],
    ['that was imported, and waits for its owner', async () => (await makeUser(db(), 'admin')).email],
    ['that another user can still get back', async () => (await change()).member.email],
  ])('%s is not given away, and the response does not tell', async (_, create) => {
    const [owned, free] = [await create(), newEmail()]
    const before = await find(owned)
    const { member } = await register()
    const [one, other] = [await ask(member, owned), await ask(member, free)]
    expect([one.statusCode, one.body]).toEqual([other.statusCode, other.body])
    const subjects = (await application.readEmails()).flatMap(({ to, subject }) =>
      to?.[0]?.address === owned ? subject : [],
    )
    expect(subjects).toContainEqual(expect.stringContaining('has an account'))
    expect(await readToken(owned, 'change-email')).toBe('')
    expect(await find(owned)).toEqual(before)
  })

  it('since the request is not given away either', async () => {
    const { member, visitor } = await register()
    const email = newEmail()
    await ask(member, email)
    const token = await readToken(email, 'change-email')
    await application.signedIn('student', { email })
    expect(await catchCode(confirm(visitor, token))).toBe('ALREADY_REGISTERED')
    expect(await find(member.email)).toBeDefined()
    expect(await signIn(member.email)).toBe(200)
  })

  it('at the identity provider only is given away unless it was confirmed', async () => {
    for (const confirmed of [true, false]) {
      const { member, visitor } = await register()
      const squatter = await new Member(application, newEmail()).register()
      const isSquatter = eq(Identities.user.email, squatter.email)
      if (confirmed) await db().update(Identities.user).set({ emailVerified: true }).where(isSquatter)
      await ask(member, squatter.email)
      const change = confirm(visitor, await readToken(squatter.email, 'change-email'))
      if (confirmed) expect(await catchCode(change)).toBe('ALREADY_REGISTERED')
      else expect(await change).toEqual({ email: squatter.email })
    }
  })

  it('is given to one of two users who ask for it at the same time', async () => {
    const [one, other] = [await register(), await register()]
    const email = newEmail()
    await ask(one.member, email)
    const first = await readToken(email, 'change-email')
    await ask(other.member, email)
    const second = await readToken(email, 'change-email')
    const both = await Promise.allSettled([confirm(one.visitor, first), confirm(other.visitor, second)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'ALREADY_REGISTERED' } })
  })
})

describe('the link to the new address', () => {
  it('works once, for a day, and in a session of the account only', async () => {
    const { member, visitor } = await register()
    const { visitor: stranger } = await register()
    const email = newEmail()
    await ask(member, email)
    const token = await readToken(email, 'change-email')
    expect((await readLast(email)).text).not.toContain('Somebody')
    for (const other of [application.visitor, stranger])
      expect(await catchCode(confirm(other, token))).toBe('OTHER_ACCOUNT')
    for (const guess of ['x', `${token}x`, "' or 1=1"])
      expect(await catchCode(confirm(visitor, guess))).toBe('LINK_INVALID')
    const isIt = eq(emailChanges.toEmail, email)
    await db()
      .update(emailChanges)
      .set({ createdAt: Date.now() - 25 * HOUR_MS })
      .where(isIt)
    expect(await catchCode(confirm(visitor, token))).toBe('LINK_INVALID')
    await db().update(emailChanges).set({ createdAt: Date.now() }).where(isIt)
    const both = await Promise.allSettled([confirm(visitor, token), confirm(visitor, token)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rows = JSON.stringify(await db().select().from(emailChanges).where(isIt))
    expect(rows).not.toContain(token)
  })

  it('does not work with an access token', async () => {
    const { member, visitor } = await register()
    const body = { name: 'Sync', scopes: ['payments:read' as const], days: 30 }
    const program = application.visitor.as((await visitor.call(api.createAccessToken, { body })).token)
    const email = newEmail()
    await ask(member, email)
    expect(await catchCode(confirm(program, await readToken(email, 'change-email')))).toBe('TOKEN_NOT_ALLOWED')
  })
})

describe('the owner of the old address', () => {
  it('is told, and gets it back within seven days: sign-ins and the password end, and the address is confirmed', async () => {
    const { member, record, email } = await change()
    const { text } = await readLast(member.email)
    expect(text).not.toContain(email)
    const thief = new Member(application, email)
    await thief.signIn()
    const token = await readToken(member.email, 'restore-email')
    const isIt = eq(emailChanges.userId, record.id)
    await db()
      .update(emailChanges)
      .set({ changedAt: Date.now() - 8 * DAY_MS })
      .where(isIt)
    expect(await catchCode(restore(token))).toBe('LINK_INVALID')
    await db()
      .update(emailChanges)
      .set({ changedAt: Date.now() - 6 * DAY_MS })
      .where(isIt)
    expect(await restore(token)).toEqual({ email: member.email })
    expect(await find(member.email)).toMatchObject({ id: record.id, emailConfirmed: true })
    expect((await thief.exchange()).statusCode).toBe(401)
    expect([await signIn(member.email), await signIn(email)]).toEqual([401, 401])
    expect(await catchCode(restore(token))).toBe('LINK_INVALID')
    expect((await readLast(email)).text).toContain('has stopped its change')

    await member.identify('request-password-reset', { email: member.email })
    const reset = await readToken(member.email, 'reset-password')
    await member.identify('reset-password', { token: reset, newPassword: 'Other@2020' })
    expect(await signIn(member.email, 'Other@2020')).toBe(200)
  })

  it('gets it back after a second change, whose own links then end', async () => {
    const { member, record, email } = await change()
    const token = await readToken(member.email, 'restore-email')
    const thief = new Member(application, email)
    await thief.signIn()
    const [third, fourth] = [newEmail(), newEmail()]
    await ask(thief, third)
    await confirm(await thief.asVisitor(), await readToken(third, 'change-email'))
    const thiefs = await readToken(email, 'restore-email')
    const again = new Member(application, third)
    await again.signIn()
    const visitor = await again.asVisitor()
    await ask(again, fourth)
    const waiting = await readToken(fourth, 'change-email')
    await restore(token)
    expect(await find(member.email)).toMatchObject({ id: record.id })
    expect(await catchCode(restore(thiefs))).toBe('LINK_INVALID')
    expect(await catchCode(confirm(visitor, waiting))).toBe('LINK_INVALID')
  })

  it('loses what another person has added to the sign-in since: a second factor, and sign-in providers', async () => {
    const { member, record, email } = await change()
    const thief = new Member(application, email)
    await thief.signIn()
    const { totpURI } = (await thief.identify('two-factor/enable', { password: PASSWORD })).json()
    await thief.identify('two-factor/verify-totp', { code: generateCode(totpURI) })
    const times = { createdAt: new Date(Date.now() + 1), updatedAt: new Date() }
    const userId = must(record.identityId)
    await db()
      .insert(Identities.account)
      .values({ ...times, id: email, accountId: email, providerId: 'google', userId })
    await restore(await readToken(member.email, 'restore-email'))
    expect(await db().select().from(Identities.account).where(eq(Identities.account.userId, userId))).toEqual([])
    expect(await db().select().from(Identities.twoFactor).where(eq(Identities.twoFactor.userId, userId))).toEqual([])
    expect(await application.services.identity.hasSecondFactor(userId)).toBe(false)
  })

  it('finds it reserved: nobody registers it, until the seven days are over', async () => {
    const { member, record } = await change()
    const other = new Member(application, member.email)
    const body = { name: 'Thief', email: member.email, password: PASSWORD }
    expect((await other.identify('sign-up/email', body)).json().code).toBe('USER_ALREADY_EXISTS')
    const over = { changedAt: Date.now() - 8 * DAY_MS }
    await db().update(emailChanges).set(over).where(eq(emailChanges.userId, record.id))
    expect((await other.identify('sign-up/email', body)).statusCode).toBe(200)
  })

  it('does not get it back from a record that an admin has made for it since', async () => {
    const { member, email } = await change()
    await makeUser(db(), 'student', { email: member.email })
    const error = await catchError(restore(await readToken(member.email, 'restore-email')))
    expect(error).toMatchObject({ code: 'ALREADY_REGISTERED', message: expect.stringContaining('Contact us') })
    expect(await signIn(email)).toBe(200)
  })

  it('is told without a link or a name where the address was never confirmed: it may be a stranger', async () => {
    const { member, email } = await change({ confirmed: false })
    const { subject, text } = await readLast(member.email)
    expect(subject).toContain('no longer uses')
    expect(text).not.toMatch(/restore-email|Somebody/)
    expect(text).not.toContain(email)
    expect((await new Member(application, member.email).register()).email).toBe(member.email)
  })
})

describe('an admin', () => {
  const askFor = (by: Visitor, id: string, email: string) =>
    by.call(api.requestEmailChangeFor, { params: { id }, body: { email } })

  it('asks for the address of a user who can no longer log in; the link then needs no sign-in', async () => {
    const { member, record } = await register({ confirmed: false })
    const admin = await application.signedIn('admin')
    const email = newEmail()
    expect(await askFor(admin, record.id, email)).toEqual({ requested: true })
    expect(await confirm(application.visitor, await readToken(email, 'change-email'))).toEqual({ email })
    expect(await find(email)).toMatchObject({ id: record.id })
    expect([await signIn(member.email), await signIn(email)]).toEqual([401, 200])
    const entries = await db().select().from(activity).where(eq(activity.subjectId, record.id))
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['address_change_requested', admin.user.id],
      ['address_changed', record.id],
    ])
  })

  it('corrects the address of an imported record, which stays unclaimed until its owner comes', async () => {
    const record = await makeUser(db(), 'instructor')
    const email = newEmail()
    await askFor(await application.signedIn('admin'), record.id, email)
    await confirm(application.visitor, await readToken(email, 'change-email'))
    expect(await find(email)).toMatchObject({ id: record.id, identityId: null })
    const squatter = await new Member(application, email).register()
    expect((await squatter.exchange()).json().code).toBe('EMAIL_NOT_CONFIRMED')
  })

  it('is refused for another admin, oneself, unknown users, taken addresses, and an old sign-in', async () => {
    const [admin, other] = [await application.signedIn('admin'), await application.signedIn('admin')]
    const { member, record } = await register()
    const email = newEmail()
    expect(await catchCode(askFor(admin, other.user.id, email))).toBe('ADMIN_ACCOUNT')
    expect(await catchCode(askFor(admin, admin.user.id, email))).toBe('NOT_ONESELF')
    await db().delete(rateLimits)
    expect(await catchCode(askFor(admin, 'nobody', email))).toBe('NOT_FOUND')
    expect(await catchCode(askFor(admin, record.id, other.user.email))).toBe('ALREADY_REGISTERED')
    expect(await catchCode(askFor(admin, record.id, member.email))).toBe('INVALID_INPUT')
    for (const role of ['student', 'instructor'] as const)
      expect(await catchCode(askFor(await application.signedIn(role), record.id, email))).toBe('NOT_ALLOWED')
    const old = await application.signedIn('admin', { signedInAt: Date.now() - 2 * HOUR_MS })
    expect(await catchCode(askFor(old, record.id, email))).toBe('REAUTH_REQUIRED')
  })

  it('has asked in vain once the user is an admin, or the admin is none any longer', async () => {
    const [admin, former] = [await application.signedIn('admin'), await application.signedIn('admin')]
    const [one, two] = [await register(), await register()]
    const [first, second] = [newEmail(), newEmail()]
    await askFor(former, one.record.id, first)
    await askFor(admin, two.record.id, second)
    await admin.call(api.makeStudent, { params: { id: former.user.id } })
    await admin.call(api.makeAdmin, { params: { id: two.record.id } })
    for (const email of [first, second])
      expect(await catchCode(confirm(application.visitor, await readToken(email, 'change-email')))).toBe('LINK_INVALID')
  })
})

it('a deleted user has no changes left, and their links end', async () => {
  const { member, record, email } = await change()
  const token = await readToken(member.email, 'restore-email')
  const own = new Member(application, email)
  await own.signIn()
  await own.prove('/api/account/deletion', { password: PASSWORD })
  expect(await db().select().from(emailChanges).where(eq(emailChanges.userId, record.id))).toEqual([])
  expect(await catchCode(restore(token))).toBe('LINK_INVALID')
})

it('the data of a user have the changes of the address', async () => {
  const { member, email } = await change()
  const own = new Member(application, email)
  await own.signIn()
  const { email_changes: changes } = await (await own.asVisitor()).call(api.getOwnData)
  const times = { asked_at: expect.any(Number), changed_at: expect.any(Number) }
  expect(changes).toEqual([{ from: member.email, to: email, ...times }])
})
