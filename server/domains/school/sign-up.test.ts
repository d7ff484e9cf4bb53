import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { user } from '#server/adapters/better-auth/identity.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { makeUser } from '../../../demo/factories.ts'
import type { TestApplication } from '../../../testing/application.ts'
import { Member } from '../../../testing/member.ts'
import { openListening, readSessionUser, signInWithProvider } from '../../../testing/provider-sign-in.ts'

let application: TestApplication
let setSignUp: (sign_up: 'open' | 'invitation') => Promise<unknown>
beforeAll(async () => {
  application = await openListening({ DEMO: 'on' })
  const admin = await application.signedIn('admin')
  setSignUp = (sign_up) => admin.call(api.changeSchool, { body: { sign_up } })
})
afterAll(() => application.close())

const register = (email: string) => {
  const member = new Member(application, email)
  const { publicUrl } = application.settings
  return member.identify(
    'sign-up/email',
    { name: 'Ada', email, password: 'Secret@2019' },
    { origin: publicUrl, host: new URL(publicUrl).host },
  )
}

const hasIdentity = async (email: string) =>
  (await application.services.db.select().from(user).where(eq(user.email, email))).length > 0

describe('a school that is open by invitation only', () => {
  beforeAll(() => setSignUp('invitation'))
  afterAll(() => setSignUp('open'))

  it('refuses registrations with a password, and stores nothing of them', async () => {
    const refused = await register('uninvited@example.test')
    expect(refused.json()).toMatchObject({
      statusCode: 403,
      code: 'SIGN_UP_CLOSED',
      message: 'We open accounts by invitation only. Contact us to be invited.',
    })
    expect(await hasIdentity('uninvited@example.test')).toBe(false)
  })

  it('refuses new accounts of sign-in providers', async () => {
    const { who, outcome } = await signInWithProvider(application, 'unknown@third.test')
    expect(outcome.error?.code).toBe('SIGN_UP_CLOSED')
    expect(await readSessionUser(application, who)).toBeNull()
    expect(await hasIdentity('unknown@third.test')).toBe(false)
  })

  it('accepts e-mails that have a record, in any case and in both ways', async () => {
    for (const email of ['invited@example.test', 'invited@third.test'])
      await makeUser(application.services.db, 'student', { email })
    expect((await register('Invited@Example.test')).statusCode).toBe(200)
    const { outcome, who } = await signInWithProvider(application, 'Invited@Third.test')
    expect(outcome.error).toBeUndefined()
    expect(await readSessionUser(application, who)).toMatchObject({ email: 'invited@third.test' })
  })

  it('refuses an e-mail whose record was deleted', async () => {
    await makeUser(application.services.db, 'student', { email: 'gone@example.test', deletedAt: 1 })
    expect((await register('gone@example.test')).statusCode).toBe(403)
  })

  it('gives no record and no token to an identity without a record', async () => {
    await setSignUp('open')
    const early = await signInWithProvider(application, 'early@third.test')
    await setSignUp('invitation')
    const { publicUrl } = application.settings
    const body = { email: 'early@third.test' }
    const calls: [path: string, body: object][] = [
      ['jwt', body],
      ['users', { userInfo: { ...body, name: 'Early' } }],
    ]
    for (const [path, sent] of calls) {
      const { status, text } = await early.who.post(`${publicUrl}/api/${path}`, sent, { json: true })
      expect([status, JSON.parse(text).code]).toEqual([403, 'SIGN_UP_CLOSED'])
    }
    const { db } = application.services
    expect(await db.select().from(users).where(eq(users.email, body.email))).toEqual([])
  })

  it('says so on the page for registering', async () => {
    const { publicUrl } = application.settings
    const page = await (await fetch(`${publicUrl}/signup`)).text()
    expect(page).toContain('We open accounts by invitation only.')
  })
})

it('an open school accepts registrations in both ways', async () => {
  expect((await register('anyone@example.test')).statusCode).toBe(200)
  const { outcome } = await signInWithProvider(application, 'anyone@third.test')
  expect(outcome.error).toBeUndefined()
})
