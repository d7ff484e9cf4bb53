import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openForThisFile } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { user } from './identity.table.ts'

const application = openForThisFile()

const register = (member: Member, values: object = {}) =>
  member.identify('sign-up/email', { name: '', email: member.email, password: PASSWORD, ...values })

const emailsTo = async (address: string) =>
  (await application.readEmails()).filter((mail) => mail.to?.[0]?.address === address)

describe('registering with an e-mail that has an account', () => {
  it('reveals that twenty times; other e-mails can still be registered from the same IP', async () => {
    const { email } = await new Member(application, 'taken@example.test').register()
    const curious = new Member(application, email, '203.0.113.99')
    for (let n = 1; n <= 20; n++) expect((await register(curious)).statusCode).toBe(422)
    const refused = await register(curious)
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([
      429,
      expect.toSatisfy((s) => s > 500),
    ])
    const pupil = new Member(application, 'fresh@example.test', '203.0.113.99')
    expect((await register(pupil)).statusCode).toBe(200)
  })
})

describe('the e-mails to an unconfirmed address', () => {
  const NAME = 'You won! Claim it at https://evil.example/prize'

  it('have no text that the person who registered it has chosen', async () => {
    const mallory = new Member(application, 'spammed@example.test')
    await register(mallory, { name: NAME })
    await mallory.identify('request-password-reset', { email: mallory.email })
    const change = { currentPassword: PASSWORD, newPassword: 'Other@2020' }
    expect((await mallory.identify('change-password', change)).statusCode).toBe(200)
    const emails = await emailsTo(mallory.email)
    expect(
      emails.map(({ raw, text, html }) => `${raw} ${text} ${html}`).filter((it) => /evil|You won/.test(it)),
    ).toEqual([])
    expect(emails.map(({ subject }) => subject).sort()).toEqual([
      'A new password for Photography School',
      'Please confirm your e-mail address for Photography School',
      'Your password at Photography School has changed',
    ])
  })

  it('have the name once the address is confirmed', async () => {
    const owner = new Member(application, 'greeted@example.test')
    await register(owner, { name: 'Nora Berg' })
    await application.services.db.update(user).set({ emailVerified: true }).where(eq(user.email, owner.email))
    await owner.identify('request-password-reset', { email: owner.email })
    const reset = (await emailsTo(owner.email)).find(({ subject }) => subject?.startsWith('A new password'))
    expect(reset?.text).toContain('Dear Nora Berg,')
  })

  it('are at most three in an hour, however often it is registered and deleted; that is not revealed', async () => {
    for (let n = 1; n <= 5; n++) {
      const mallory = new Member(application, 'flooded@example.test', '203.0.113.98')
      expect((await register(mallory)).statusCode).toBe(200)
      await mallory.exchange()
      expect((await mallory.prove('/api/account/deletion', {})).statusCode).toBe(200)
    }
    expect(await emailsTo('flooded@example.test')).toHaveLength(3)
  })

  it('are limited for each network, which can still register', async () => {
    const ip = '203.0.113.97'
    const limit = { max: 1000, minutes: 10 }
    for (let n = 1; n <= 300; n++) await application.rateLimiter.count('e-mail of a network', ip, limit)
    const pupil = new Member(application, 'too-many@example.test', ip)
    expect((await register(pupil)).statusCode).toBe(200)
    expect(await emailsTo(pupil.email)).toEqual([])
    expect((await pupil.identify('confirm-email/send', {})).statusCode).toBe(429)
    for (const email of [pupil.email, 'unknown@example.test'])
      expect((await pupil.identify('request-password-reset', { email })).statusCode).toBe(429)
    const neighbor = new Member(application, 'neighbor@example.test', '203.0.113.96')
    expect((await register(neighbor)).statusCode).toBe(200)
    expect(await emailsTo(neighbor.email)).toHaveLength(1)
  })
})

describe('one of the most common passwords', () => {
  const REFUSAL = {
    statusCode: 400,
    code: 'PASSWORD_TOO_FREQUENT',
    message: 'Many people use this password, so it is easy to guess. Choose a different one.',
  }

  it.each(['P@ssw0rd', 'p@SSW0RD', 'Pa$$w0rd', 'ILoveYou!'])('is refused in any case: %s', async (password) => {
    const member = new Member(application, `frequent${Math.random()}@example.test`)
    expect((await register(member, { password })).json()).toMatchObject(REFUSAL)
    expect((await member.signIn(password)).statusCode).toBe(401)
  })

  it('is refused as a new password too', async () => {
    const member = await new Member(application, 'changing@example.test').register()
    const change = { currentPassword: PASSWORD, newPassword: 'P@ssw0rd' }
    expect((await member.identify('change-password', change)).json()).toMatchObject(REFUSAL)
    const reset = { token: 'any', newPassword: 'P@ssw0rd' }
    expect((await member.identify('reset-password', reset)).json()).toMatchObject(REFUSAL)
    expect((await member.signIn()).statusCode).toBe(200)
  })

  it('is not the password of the demo', async () => {
    const member = new Member(application, 'like-the-demo@example.test')
    expect((await register(member, { password: 'Demo@2019' })).statusCode).toBe(200)
  })
})
