import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { users } from '#server/domains/users/users.table.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { setUpSecondFactor } from '../../../testing/authenticator.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { catchCode } from '../../../testing/visitor.ts'

const MINUTE = 60_000

const application = openForThisFile()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

let count = 0
const newMember = () => new Member(application, `again${++count}@example.test`).register()
const wait = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * MINUTE)
const reauthenticate = (member: Member, body: object) => member.identify('reauthenticate', body)

/** The guarded calls. The bodies are valid, so that only the age of the sign-in refuses them. */
const GUARDED: [path: string, body: object][] = [
  ['change-password', { currentPassword: PASSWORD, newPassword: 'Another@2019' }],
  ['link-social', { provider: 'google', callbackURL: '/' }],
  ['unlink-account', { providerId: 'google', accountId: 'none' }],
  ['two-factor/enable', { password: PASSWORD }],
  ['two-factor/disable', { password: PASSWORD }],
  ['two-factor/generate-backup-codes', { password: PASSWORD }],
]

describe('a change of the ways to sign in', () => {
  it.each(GUARDED)('is refused 61 minutes after the sign-in, even with the password: %s', async (path, body) => {
    const member = await newMember()
    wait(61)
    expect((await member.identify(path, body)).json()).toMatchObject({ statusCode: 403, code: 'REAUTH_REQUIRED' })
    await reauthenticate(member, { password: PASSWORD })
    expect((await member.identify(path, body)).json()?.code).not.toBe('REAUTH_REQUIRED')
  })

  it('is possible 59 minutes after the sign-in', async () => {
    const member = await newMember()
    wait(59)
    const body = { currentPassword: PASSWORD, newPassword: 'Another@2019' }
    expect((await member.identify('change-password', body)).statusCode).toBe(200)
  })

  it('is refused again 61 minutes after the re-authentication', async () => {
    const member = await newMember()
    wait(61)
    await reauthenticate(member, { password: PASSWORD })
    wait(61)
    expect((await member.identify('two-factor/enable', { password: PASSWORD })).statusCode).toBe(403)
  })
})

describe('a re-authentication', () => {
  it('is refused without a session, and with a wrong password', async () => {
    expect((await reauthenticate(new Member(application, ''), { password: PASSWORD })).statusCode).toBe(401)
    const member = await newMember()
    const response = await reauthenticate(member, { password: 'Wrong@2019' })
    expect(response.json()).toMatchObject({ statusCode: 400, code: 'INVALID_PASSWORD' })
  })

  it('counts wrong passwords like a sign-in', async () => {
    const member = await newMember()
    await Promise.all(Array.from({ length: 20 }, () => reauthenticate(member, { password: 'Wrong@2019' })))
    expect((await reauthenticate(member, { password: PASSWORD })).statusCode).toBe(429)
    expect((await new Member(application, member.email).signIn()).statusCode).toBe(429)
  })

  it('is refused to a page of another site', async () => {
    const member = await newMember()
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await member.identify('reauthenticate', { password: PASSWORD }, headers)).statusCode).toBe(403)
  })

  it('also needs a code that was not used, of an account with a second factor', async () => {
    const member = await newMember()
    const authenticator = await setUpSecondFactor(member, PASSWORD)
    wait(61)
    const refusals = [
      [{ password: PASSWORD }, 'CODE_REQUIRED'],
      [{ password: PASSWORD, code: '000000' }, 'INVALID_CODE'],
      [{ password: PASSWORD, recoveryCode: 'aaaaa-bbbbb' }, 'INVALID_BACKUP_CODE'],
      [{ password: 'Wrong@2019', code: authenticator.nextCode() }, 'INVALID_PASSWORD'],
    ] as const
    for (const [body, code] of refusals) expect((await reauthenticate(member, body)).json().code).toBe(code)
    expect((await member.identify('two-factor/disable', { password: PASSWORD })).statusCode).toBe(403)
    const code = authenticator.nextCode()
    expect((await reauthenticate(member, { password: PASSWORD, code })).statusCode).toBe(200)
    expect((await reauthenticate(member, { password: PASSWORD, code })).json().code).toBe('INVALID_CODE')
    const recoveryCode = authenticator.recoveryCodes[3]
    expect((await reauthenticate(member, { password: PASSWORD, recoveryCode })).statusCode).toBe(200)
    expect((await reauthenticate(member, { password: PASSWORD, recoveryCode })).json().code).toBe('INVALID_BACKUP_CODE')
  })

  it('makes the next token recent, which an admin needs to change roles', async () => {
    const member = await newMember()
    await member.asVisitor()
    await application.services.db.update(users).set({ role: 'admin' }).where(eq(users.email, member.email))
    const { user } = await application.signedIn('student')
    const change = async () =>
      catchCode((await member.asVisitor()).call(api.makeInstructor, { params: { id: user.id } }))
    wait(61)
    expect(await change()).toBe('REAUTH_REQUIRED')
    await reauthenticate(member, { password: PASSWORD })
    await expect(change()).rejects.toThrow('the call was not refused')
  })
})
