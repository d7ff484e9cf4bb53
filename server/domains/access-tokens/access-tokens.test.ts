import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import type { NewAccessToken } from '#contract/access-tokens.ts'
import { api } from '#contract/api.ts'
import { MAX_ACCESS_TOKENS } from '#contract/values/limits.ts'
import { openDemoLogin } from '#server/adapters/better-auth/demo-logins.ts'
import { bind } from '#server/domains/users/identity-binding.ts'
import { endTokens } from '#server/domains/users/revocation.ts'
import { closeDemo } from '#server/start.ts'
import { makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { accessTokens } from './access-tokens.table.ts'

const DAY = 24 * 60 * 60_000

const application = openForThisFile()

const input = (values: Partial<NewAccessToken> = {}) => ({
  body: { name: 'Accounting', scopes: ['payments:read'], days: 30, ...values },
})

/** Creates a token of a user. Returns it, and a client that uses it. */
async function createToken(owner: Visitor, values: Partial<NewAccessToken> = {}) {
  const created = await owner.call(api.createAccessToken, input(values))
  return { created, program: owner.as(created.token) }
}

describe('creating an access token', () => {
  it('shows its text once, stores a hash only, and is in the activity log', async () => {
    const student = await application.signedIn('student')
    const { created } = await createToken(student)
    const { token, ...shown } = created
    expect(shown).toMatchObject({ name: 'Accounting', scopes: ['payments:read'], used_at: null })
    expect(shown.expires_at - shown.created_at).toBe(30 * DAY)
    expect(await student.call(api.listAccessTokens)).toEqual([shown])
    const { db } = application.services
    const [row] = await db.select().from(accessTokens).where(eq(accessTokens.id, created._id))
    expect(JSON.stringify(row)).not.toContain(token.slice(4, 40))
    const admin = await application.signedIn('admin')
    const { rows } = await admin.call.page(api.listActivity, { query: { q: student.user.email } })
    expect(rows).toMatchObject([{ deed: 'access_token_created', subject: 'Accounting', words: 'payments:read' }])
  })

  it('is e-mailed to its user, unless the address is unconfirmed', async () => {
    const subjects = async (emailConfirmed: boolean) => {
      const student = await application.signedIn('student', { emailConfirmed })
      await createToken(student)
      const emails = await application.readEmails()
      return emails.filter(({ to }) => to?.[0]?.address === student.user.email).map(({ subject }) => subject)
    }
    expect(await subjects(true)).toEqual(['New access token in your account'])
    expect(await subjects(false)).toEqual([])
  })

  it('is refused without a recent sign-in, and to visitors', async () => {
    const earlier = await application.signedIn('student', { signedInAt: Date.now() - 61 * 60_000 })
    expect(await catchCode(earlier.call(api.createAccessToken, input()))).toBe('REAUTH_REQUIRED')
    expect(await catchCode(application.visitor.call(api.createAccessToken, input()))).toBe('NOT_SIGNED_IN')
  })

  it('is refused with scopes that the role cannot use, none, or more than a year', async () => {
    const student = await application.signedIn('student')
    const refused = [
      { scopes: ['activity:read'] },
      { scopes: ['account:read'] },
      { scopes: ['access-tokens:write'] },
      { scopes: ['payments:admin'] },
      { scopes: [] },
      { days: 366 },
      { days: 0 },
      { name: ' ' },
    ]
    for (const values of refused)
      expect(await catchCode(createToken(student, values)), JSON.stringify(values)).toBe('INVALID_INPUT')
    expect(await student.call(api.listAccessTokens)).toEqual([])
  })

  it('takes each scope that is listed for the role', async () => {
    for (const role of ['student', 'instructor', 'admin'] as const) {
      const user = await application.signedIn(role)
      const scopes = await user.call(api.listAccessTokenScopes)
      expect(scopes).toContain('payments:read')
      expect((await createToken(user, { scopes })).created.scopes).toEqual(scopes)
    }
  })

  it('ends at the limit, also for calls at the same time', async () => {
    const student = await application.signedIn('student')
    const calls = Array.from({ length: MAX_ACCESS_TOKENS + 2 }, () => catchCode(createToken(student)).catch(() => 'ok'))
    const codes = await Promise.all(calls)
    expect(codes.filter((code) => code === 'LIMIT_REACHED')).toHaveLength(2)
    expect(await student.call(api.listAccessTokens)).toHaveLength(MAX_ACCESS_TOKENS)
  })
})

describe('a call with an access token', () => {
  it('acts as its user within its scopes, and notes the day of use', async () => {
    const student = await application.signedIn('student')
    const { program } = await createToken(student)
    const own = { query: { email: student.user.email } }
    expect(await program.call(api.listPayments, own)).toEqual([])
    const refused = await catchError(program.call(api.listCart, own))
    expect([refused.statusCode, refused.code, refused.message]).toEqual([
      403,
      'TOKEN_SCOPE_MISSING',
      "This access token doesn't have the scope cart:read.",
    ])
    const [listed] = await student.call(api.listAccessTokens)
    expect(listed?.used_at).toBe(Math.floor(Date.now() / DAY) * DAY)
  })

  it('is refused for the e-mail of another user, and for calls of another role', async () => {
    const { user: other } = await application.signedIn('student')
    const { program } = await createToken(await application.signedIn('student'))
    expect(await catchCode(program.call(api.listPayments, { query: { email: other.email } }))).toBe('NOT_ALLOWED')
    expect(await catchCode(program.call(api.findPayments))).toBe('NOT_ALLOWED')
  })

  it('cannot make another token, list tokens or revoke one', async () => {
    const admin = await application.signedIn('admin')
    const { created, program } = await createToken(admin, { scopes: ['users:write', 'users:read'] })
    const revocation = { params: { id: created._id } }
    expect(await catchCode(program.call(api.createAccessToken, input()))).toBe('TOKEN_NOT_ALLOWED')
    expect(await catchCode(program.call(api.listAccessTokens))).toBe('TOKEN_NOT_ALLOWED')
    expect(await catchCode(program.call(api.revokeAccessToken, revocation))).toBe('TOKEN_NOT_ALLOWED')
  })

  it('writes once a day that it was made', async () => {
    const student = await application.signedIn('student')
    const { created, program } = await createToken(student)
    const { db } = application.services
    const yesterday = Math.floor(Date.now() / DAY) * DAY - DAY
    await db.update(accessTokens).set({ usedAt: yesterday }).where(eq(accessTokens.id, created._id))
    await program.call(api.listPayments, { query: { email: student.user.email } })
    expect((await student.call(api.listAccessTokens))[0]?.used_at).toBe(yesterday + DAY)
  })
})

describe('an access token ends', () => {
  const readOwn = (program: Visitor, email: string) => program.call(api.listPayments, { query: { email } })

  it('when its user revokes it, and only its user can', async () => {
    const [owner, other] = [await application.signedIn('student'), await application.signedIn('admin')]
    const { created, program } = await createToken(owner)
    const params = { id: created._id }
    expect(await catchCode(other.call(api.revokeAccessToken, { params }))).toBe('NOT_FOUND')
    expect(await owner.call(api.revokeAccessToken, { params })).toEqual({ deletedCount: 1 })
    expect(await catchCode(readOwn(program, owner.user.email))).toBe('NOT_SIGNED_IN')
    expect(await catchCode(owner.call(api.revokeAccessToken, { params }))).toBe('NOT_FOUND')
  })

  it('when its time is over', async () => {
    const owner = await application.signedIn('student')
    const { program } = await createToken(owner, { days: 1 })
    vi.useFakeTimers({ now: Date.now() + DAY, toFake: ['Date'] })
    try {
      expect(await catchCode(readOwn(program, owner.user.email))).toBe('NOT_SIGNED_IN')
    } finally {
      vi.useRealTimers()
    }
  })

  it('when its user is deleted, or changes the password', async () => {
    const admin = await application.signedIn('admin')
    const [deleted, changed] = [await application.signedIn('student'), await application.signedIn('student')]
    const [first, second] = [await createToken(deleted), await createToken(changed)]
    await admin.call(api.deleteUser, { params: { id: deleted.user.id } })
    await endTokens(application.services.db, changed.user.email)
    expect(await catchCode(readOwn(first.program, deleted.user.email))).toBe('NOT_SIGNED_IN')
    expect(await catchCode(readOwn(second.program, changed.user.email))).toBe('NOT_SIGNED_IN')
    const { db } = application.services
    expect(await db.select().from(accessTokens).where(eq(accessTokens.userId, deleted.user.id))).toEqual([])
  })

  it('for the calls of a role that its user has lost', async () => {
    const [admin, former] = [await application.signedIn('admin'), await application.signedIn('admin')]
    const { program } = await createToken(former)
    expect((await program.call.page(api.findPayments)).total).toBe(0)
    await admin.call(api.makeStudent, { params: { id: former.user.id } })
    expect(await catchCode(program.call(api.findPayments))).toBe('NOT_ALLOWED')
  })

  it('for the people of the demo when the demo is closed', async () => {
    const { services, auth } = application
    const user = await makeUser(services.db, 'student', { email: 'demo-token@demo.school' })
    const login = { email: user.email, name: user.name, image: null, password: 'Demo@2019' }
    const identityId = await openDemoLogin(services.db, auth, login)
    await bind(services.db, user, identityId ?? '')
    const owner = application.visitor.as(await application.tokens.issue(user.id, Date.now()))
    const [demo, other] = [await createToken(owner), await application.signedIn('student')]
    const { program } = await createToken(other)
    await readOwn(demo.program, user.email)
    await closeDemo(services)
    expect(await catchCode(readOwn(demo.program, user.email))).toBe('NOT_SIGNED_IN')
    expect(await readOwn(program, other.user.email)).toEqual([])
  })
})

it('the data of an account has its tokens without their texts', async () => {
  const student = await application.signedIn('student')
  const { created } = await createToken(student)
  const { token: _, ...shown } = created
  expect((await student.call(api.getOwnData)).access_tokens).toEqual([shown])
})
