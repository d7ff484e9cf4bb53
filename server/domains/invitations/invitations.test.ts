import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Role } from '#contract/users.ts'
import { account, user } from '#server/adapters/better-auth/identity.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import type { TestApplication } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { openListening, readSessionUser, signInWithProvider } from '../../../testing/provider-sign-in.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { invitations } from './invitations.table.ts'

let application: TestApplication
let admin: Visitor & { user: { id: string; name: string } }
beforeAll(async () => {
  application = await openListening({ DEMO: 'on' })
  admin = await application.signedIn('admin')
})
afterAll(() => application.close())
beforeEach(async () => void (await application.services.db.delete(rateLimits)))

let count = 0
const newEmail = () => `invited${++count}@example.test`

const readToken = (url: string) => new URL(url).searchParams.get('token') ?? ''

/** Invites an address. Returns the tokens of the link to pass on and of the link in the e-mail. */
async function invite(email: string, role: Role = 'student', by: Visitor = admin) {
  const sent = await by.call(api.invite, { body: { email, role } })
  return { ...sent, copied: readToken(sent.link), emailed: await readEmailed(email.toLowerCase()) }
}

async function readEmailed(email: string): Promise<string> {
  const mail = (await application.readEmails()).findLast(
    ({ to, text }) => to?.[0]?.address === email && text?.includes('/invitation?'),
  )
  return readToken(/http\S+\/invitation\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
}

const open = (token: string) => application.visitor.call(api.openInvitation, { body: { token } })

const accept = (token: string, values: Partial<{ name: string; password: string }> = {}) =>
  application.visitor.call(api.acceptInvitation, { body: { token, name: 'Ada', password: PASSWORD, ...values } })

const find = async (email: string) =>
  (await application.services.db.select().from(users).where(eq(users.email, email)))[0]

/** Calls the provider from the origin at which this application listens. */
function createMember(email: string): Member {
  return new Member(application, email)
}

const origin = () => {
  const { publicUrl } = application.settings
  return { origin: publicUrl, host: new URL(publicUrl).host }
}

const claim = async (member: Member, token: string) => {
  const headers = { cookie: member.cookie, ...origin() }
  return application.visitor.request('POST', '/api/invitation/claim', { headers, body: { token } })
}

const signIn = (member: Member, password = PASSWORD) =>
  member.identify('sign-in/email', { email: member.email, password }, origin())

const register = (member: Member) =>
  member.identify('sign-up/email', { name: 'Ada', email: member.email, password: PASSWORD }, origin())

describe('an invitation', () => {
  it('is sent by e-mail, shown to pass on, listed and logged; its links are stored as hashes', async () => {
    const email = newEmail()
    const { copied, emailed, link: _, ...sent } = await invite(email.toUpperCase(), 'instructor')
    expect(sent).toMatchObject({ email, role: 'instructor', invited_by: admin.user.name })
    expect(emailed).toMatch(/^[\w-]{43}$/)
    expect(emailed).not.toBe(copied)
    const [listed] = await admin.call(api.listInvitations)
    expect(listed).toMatchObject({ _id: sent._id, email })
    const rows = JSON.stringify(await application.services.db.select().from(invitations))
    for (const token of [copied, emailed]) expect(rows).not.toContain(token)
    const [entry] = await admin.call(api.listActivity, { query: { page: 1 } })
    expect(entry).toMatchObject({ deed: 'user_invited', subject: email, words: 'instructor' })
  })

  it.each(['student', 'instructor', 'admin'] as const)(
    'makes an %s with a confirmed address by the link in the e-mail',
    async (role) => {
      const email = newEmail()
      const { emailed } = await invite(email, role)
      expect(await open(emailed)).toEqual({ email, role, by_email: true, has_account: false })
      expect(await accept(emailed)).toEqual({ accepted: true })
      expect(await find(email)).toMatchObject({ role, name: 'Ada', emailConfirmed: true })
      expect((await signIn(createMember(email))).statusCode).toBe(200)
      const [entry] = await admin.call(api.listActivity, { query: { page: 1 } })
      expect(entry).toMatchObject({ deed: 'invitation_accepted', subject: email, actor: { email } })
    },
  )

  it('makes an instructor with an unconfirmed address by the link that an admin passes on', async () => {
    const email = newEmail()
    const { copied } = await invite(email, 'instructor')
    expect(await open(copied)).toMatchObject({ by_email: false })
    await accept(copied)
    expect(await find(email)).toMatchObject({ role: 'instructor', emailConfirmed: false })
    const [identity] = await application.services.db.select().from(user).where(eq(user.email, email))
    expect(identity?.emailVerified).toBe(false)
  })

  it('makes no admin by the link that an admin passes on, and stays open', async () => {
    const email = newEmail()
    const { copied, emailed } = await invite(email, 'admin')
    expect(await catchCode(accept(copied))).toBe('EMAIL_NOT_CONFIRMED')
    expect(await find(email)).toBeUndefined()
    expect(await accept(emailed)).toEqual({ accepted: true })
  })

  it('works once, of both links and at the same time', async () => {
    const { copied, emailed } = await invite(newEmail())
    const attempts = await Promise.allSettled([accept(copied), accept(emailed), accept(copied)])
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const token of [copied, emailed])
      expect(await catchError(accept(token))).toMatchObject({
        code: 'LINK_INVALID',
        message: 'This invitation is incomplete, used, revoked or expired. Ask us for a new one.',
      })
  })

  it.each<[string, (id: string, email: string) => Promise<unknown>]>([
    ['revoked', (id) => admin.call(api.revokeInvitation, { params: { id } })],
    ['sent again', (id) => admin.call(api.resendInvitation, { params: { id } })],
    ['replaced', (_, email) => admin.call(api.invite, { body: { email, role: 'student' } })],
    ['expired', () => application.services.db.update(invitations).set({ expiresAt: Date.now() })],
  ])('that is %s no longer works', async (_, end) => {
    const email = newEmail()
    const { _id, copied, emailed } = await invite(email)
    await end(_id, email)
    for (const token of [copied, emailed]) {
      expect(await catchCode(open(token))).toBe('LINK_INVALID')
      expect(await catchCode(accept(token))).toBe('LINK_INVALID')
    }
    expect(await find(email)).toBeUndefined()
  })

  it('that is sent again works by its new links, for seven more days', async () => {
    const email = newEmail()
    const { _id } = await invite(email)
    await application.services.db.update(invitations).set({ expiresAt: 1 })
    const { link, expires_at } = await admin.call(api.resendInvitation, { params: { id: _id } })
    expect(expires_at).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60_000)
    expect(await open(readToken(link))).toMatchObject({ email })
    expect(await accept(await readEmailed(email))).toEqual({ accepted: true })
  })

  it.each([
    ['of an invited person whose role an admin has changed since', 'invited'],
    ['of an admin who was demoted since', 'inviter'],
    ['of an admin who was deleted since', 'deleted'],
  ])('ends: %s', async (_, whom) => {
    const email = newEmail()
    const inviter = await application.signedIn('admin')
    const { emailed } = await invite(email, 'admin', inviter)
    const { id } = whom === 'invited' ? (await application.signedIn('student', { email })).user : inviter.user
    if (whom === 'deleted') await admin.call(api.deleteUser, { params: { id } })
    else await admin.call(api.makeInstructor, { params: { id } })
    expect(await catchCode(open(emailed))).toBe('LINK_INVALID')
  })

  it('is refused with input that an account may not have', async () => {
    const { emailed } = await invite(newEmail())
    for (const values of [{ name: ' ' }, { name: 'a\nb' }, { password: 'short' }, { password: 'P@ssw0rd' }])
      expect(await catchCode(accept(emailed, values))).toBe('INVALID_INPUT')
    expect(await accept(emailed)).toEqual({ accepted: true })
  })

  it('by e-mail takes the address from an account that another person has registered without a record', async () => {
    const email = newEmail()
    const thief = createMember(email)
    expect((await register(thief)).statusCode).toBe(200)
    const { copied, emailed } = await invite(email)
    expect(await catchCode(accept(copied))).toBe('ALREADY_REGISTERED')
    await accept(emailed, { password: 'Another@2019' })
    expect((await signIn(createMember(email))).statusCode).toBe(401)
    expect((await signIn(createMember(email), 'Another@2019')).statusCode).toBe(200)
    const [identity] = await application.services.db.select().from(user).where(eq(user.email, email))
    const accounts = await application.services.db
      .select()
      .from(account)
      .where(eq(account.userId, identity?.id ?? ''))
    expect(accounts).toHaveLength(1)
  })
})

describe('inviting', () => {
  it('is refused for an address with an account, whose role is changed the ordinary way', async () => {
    const { user: member } = await application.signedIn('student')
    const refused = await catchError(invite(member.email, 'admin'))
    expect(refused).toMatchObject({
      code: 'ALREADY_REGISTERED',
      message: `${member.email} has an account already. Change its role under Manage Users.`,
    })
    expect(await find(member.email)).toMatchObject({ role: 'student' })
  })

  it('is for admins who have signed in recently; listing and revoking for admins', async () => {
    const { _id } = await invite(newEmail())
    const stale = await application.signedIn('admin', { signedInAt: Date.now() - 61 * 60_000 })
    const body = { email: newEmail(), role: 'student' as const }
    expect(await catchCode(stale.call(api.invite, { body }))).toBe('REAUTH_REQUIRED')
    expect(await catchCode(stale.call(api.resendInvitation, { params: { id: _id } }))).toBe('REAUTH_REQUIRED')
    for (const role of ['student', 'instructor'] as const) {
      const { call } = await application.signedIn(role)
      expect(await catchCode(call(api.invite, { body }))).toBe('NOT_ALLOWED')
      expect(await catchCode(call(api.listInvitations))).toBe('NOT_ALLOWED')
      expect(await catchCode(call(api.revokeInvitation, { params: { id: _id } }))).toBe('NOT_ALLOWED')
    }
  })

  it('may reach one address five times an hour, whoever sends it', async () => {
    const email = newEmail()
    const { _id } = await invite(email)
    const other = await application.signedIn('admin')
    for (let time = 0; time < 2; time++) {
      await other.call(api.resendInvitation, { params: { id: _id } })
      await admin.call(api.invite, { body: { email, role: 'student' } })
    }
    expect(await catchCode(other.call(api.invite, { body: { email, role: 'student' } }))).toBe('TOO_MANY_REQUESTS')
    expect(await catchCode(admin.call(api.resendInvitation, { params: { id: _id } }))).toBe('TOO_MANY_REQUESTS')
    await invite(newEmail())
  })

  it('of an unknown invitation is not found', async () => {
    const params = { id: crypto.randomUUID() }
    expect(await catchCode(admin.call(api.resendInvitation, { params }))).toBe('NOT_FOUND')
    expect(await catchCode(admin.call(api.revokeInvitation, { params }))).toBe('NOT_FOUND')
  })
})

describe('accepting with an account', () => {
  it('gives its role, and confirms the address by the link in the e-mail', async () => {
    const email = newEmail()
    const { emailed } = await invite(email, 'admin')
    const member = createMember(email)
    await register(member)
    const response = await claim(member, emailed)
    expect([response.statusCode, response.json()]).toEqual([200, { role: 'admin' }])
    expect(await find(email)).toMatchObject({ role: 'admin', emailConfirmed: true })
    expect((await claim(member, emailed)).json().code).toBe('LINK_INVALID')
  })

  it('makes no admin of an unconfirmed address by the link that an admin passes on', async () => {
    const email = newEmail()
    const { copied } = await invite(email, 'admin')
    const member = createMember(email)
    await register(member)
    expect((await claim(member, copied)).json().code).toBe('EMAIL_NOT_CONFIRMED')
    expect(await find(email)).toBeUndefined()
  })

  it('is refused for another address, and without an account', async () => {
    const { emailed } = await invite(newEmail(), 'admin')
    const other = createMember(newEmail())
    await register(other)
    const refused = await claim(other, emailed)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'This invitation is for another e-mail address. Log out, then open the link again.',
    ])
    expect((await claim(createMember(newEmail()), emailed)).statusCode).toBe(401)
    expect((await open(emailed)).role).toBe('admin')
  })

  it('lowers no role', async () => {
    const email = newEmail()
    const { emailed } = await invite(email, 'student')
    const member = createMember(email)
    await register(member)
    const [identity] = await application.services.db.select().from(user).where(eq(user.email, email))
    await application.signedIn('instructor', { email, identityId: identity?.id ?? '' })
    expect((await claim(member, emailed)).json().code).toBe('ALREADY_REGISTERED')
    expect(await find(email)).toMatchObject({ role: 'instructor' })
  })
})

describe('a school that is open by invitation only', () => {
  const setSignUp = (sign_up: 'open' | 'invitation') => admin.call(api.changeSchool, { body: { sign_up } })
  beforeAll(() => setSignUp('invitation'))
  afterAll(() => setSignUp('open'))

  it('accepts the invited with a password and with a sign-in provider of the address', async () => {
    const email = newEmail()
    await accept((await invite(email, 'instructor')).copied)
    expect(await find(email)).toMatchObject({ role: 'instructor' })
    await invite('invited@third.test', 'instructor')
    const { outcome, who } = await signInWithProvider(application, 'Invited@third.test')
    expect(outcome.error).toBeUndefined()
    expect(await readSessionUser(application, who)).toMatchObject({ email: 'invited@third.test' })
    const { publicUrl } = application.settings
    const token = await readEmailed('invited@third.test')
    const { status } = await who.post(`${publicUrl}/api/invitation/claim`, { token }, { json: true })
    expect(status).toBe(200)
    expect(await find('invited@third.test')).toMatchObject({ role: 'instructor', emailConfirmed: true })
  })

  it('gives an invited address that nobody has confirmed no record', async () => {
    const email = newEmail()
    await invite(email)
    const stranger = createMember(email)
    expect((await register(stranger)).statusCode).toBe(200)
    const exchange = await application.visitor.request('POST', '/api/jwt', {
      headers: { cookie: stranger.cookie, ...origin() },
      body: { email },
    })
    expect([exchange.statusCode, exchange.json().code]).toEqual([409, 'EMAIL_NOT_CONFIRMED'])
    expect(await find(email)).toBeUndefined()
  })

  it('refuses an address whose invitation has expired or was revoked', async () => {
    const expired = newEmail()
    await invite(expired)
    await application.services.db.update(invitations).set({ expiresAt: Date.now() })
    const revoked = newEmail()
    const { _id } = await invite(revoked)
    await admin.call(api.revokeInvitation, { params: { id: _id } })
    for (const email of [expired, revoked])
      expect((await register(createMember(email))).json().code).toBe('SIGN_UP_CLOSED')
  })
})

describe('the page of an invitation', () => {
  it('sends its URL nowhere, and is neither cached nor indexed', async () => {
    const page = await fetch(`${application.settings.publicUrl}/invitation?token=x`)
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
  })
})
