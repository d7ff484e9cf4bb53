import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openForThisFile } from '../../../testing/application.ts'
import { setUpSecondFactor } from '../../../testing/authenticator.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { user } from './identity.table.ts'

const application = openForThisFile()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

let count = 0
const newMember = () => new Member(application, `factor${++count}@example.test`).register()

/** Returns an account with a second factor, and a browser in which its password was entered. */
async function challenged() {
  const owner = await newMember()
  const authenticator = await setUpSecondFactor(owner, PASSWORD)
  const browser = new Member(application, owner.email)
  const response = await browser.signIn()
  return { owner, authenticator, browser, response }
}

const verify = (member: Member, code: string) => member.identify('two-factor/verify-totp', { code })
const recover = (member: Member, code: string) => member.identify('two-factor/verify-backup-code', { code })
const isSignedIn = async (member: Member) => (await member.identify('get-session')).json() !== null
const readSubjects = async (email: string) =>
  (await application.readEmails()).filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)

describe('a sign-in to an account with a second factor', () => {
  it('has no session and no token before the code', async () => {
    const { browser, response } = await challenged()
    expect(response.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.exchange()).statusCode).toBe(401)
  })

  it('is complete with the code', async () => {
    const { browser, authenticator } = await challenged()
    expect((await verify(browser, authenticator.nextCode())).statusCode).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    expect((await browser.exchange()).statusCode).toBe(200)
  })

  it('is refused with a wrong code, and with the code of another account', async () => {
    const [{ browser }, other] = [await challenged(), await challenged()]
    for (const code of ['000000', '', 'x'.repeat(1000), other.authenticator.nextCode()])
      expect((await verify(browser, code)).json()).toMatchObject({ statusCode: 401, code: 'INVALID_CODE' })
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('is refused with a code that was used, also at the same moment', async () => {
    const { browser, authenticator, owner } = await challenged()
    const second = new Member(application, owner.email)
    await second.signIn()
    const code = authenticator.nextCode()
    const both = await Promise.all([browser, second].map((member) => verify(member, code)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    const third = new Member(application, owner.email)
    await third.signIn()
    expect((await verify(third, code)).json()).toMatchObject({ code: 'INVALID_CODE' })
  })

  it.each([
    ['a space after it', (code: string) => `${code} `],
    ['a space before it', (code: string) => ` ${code}`],
    ['a tab', (code: string) => `${code}\t`],
    ['a no-break space', (code: string) => `\u00a0${code}`],
  ])('is refused with a code that was used, and now has %s', async (_what, change) => {
    const { browser, authenticator, owner } = await challenged()
    const code = authenticator.nextCode()
    expect((await verify(browser, code)).statusCode).toBe(200)
    const second = new Member(application, owner.email)
    await second.signIn()
    expect((await verify(second, change(code))).json()).toMatchObject({ statusCode: 401, code: 'INVALID_CODE' })
    expect(await isSignedIn(second)).toBe(false)
  })

  it('is complete with a code that was copied with a space', async () => {
    const { browser, authenticator } = await challenged()
    expect((await verify(browser, ` ${authenticator.nextCode()} `)).statusCode).toBe(200)
  })

  it('is refused with a code of two minutes ago', async () => {
    const { browser, authenticator } = await challenged()
    const code = authenticator.nextCode()
    vi.setSystemTime(Date.now() + 120_000)
    expect((await verify(browser, code)).statusCode).toBe(401)
  })

  it('is refused without the password', async () => {
    const { authenticator, owner } = await challenged()
    const stranger = new Member(application, owner.email)
    expect((await verify(stranger, authenticator.nextCode())).statusCode).toBe(401)
    expect((await recover(stranger, authenticator.recoveryCodes[0] ?? '')).statusCode).toBe(401)
  })

  it('ends after five wrong codes, and then asks for the password again', async () => {
    const { browser, authenticator } = await challenged()
    for (let i = 0; i < 5; i++) await verify(browser, `00000${i}`)
    expect((await verify(browser, authenticator.nextCode())).json().code).toBe('TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE')
    expect((await verify(browser, authenticator.nextCode())).statusCode).toBe(401)
  })
})

describe('guessing codes', () => {
  it('is refused for the account after ten, tells the owner, and leaves recovery codes usable', async () => {
    const { owner, authenticator, browser } = await challenged()
    for (let i = 0; i < 10; i++) {
      if (i % 5 === 0) await browser.signIn()
      await verify(browser, `0000${10 + i}`)
    }
    const elsewhere = new Member(application, owner.email, '203.0.113.9')
    await elsewhere.signIn()
    const refused = await verify(elsewhere, authenticator.nextCode())
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await readSubjects(owner.email)).toContainEqual(expect.stringContaining('Too many wrong codes'))
    expect((await recover(elsewhere, authenticator.recoveryCodes[0] ?? '')).statusCode).toBe(200)
    expect(await isSignedIn(elsewhere)).toBe(true)
  })

  it('is possible again after a quarter of an hour', async () => {
    const { browser, authenticator } = await challenged()
    for (let i = 0; i < 12; i++) await verify(browser, `0000${10 + i}`)
    vi.setSystemTime(Date.now() + 16 * 60_000)
    await browser.signIn()
    expect((await verify(browser, authenticator.nextCode())).statusCode).toBe(200)
  })
})

describe('a recovery code', () => {
  it('completes a sign-in once', async () => {
    const { browser, authenticator, owner } = await challenged()
    const [code = ''] = authenticator.recoveryCodes
    expect((await recover(browser, code)).statusCode).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    const again = new Member(application, owner.email)
    await again.signIn()
    expect((await recover(again, code)).json().code).toBe('INVALID_BACKUP_CODE')
    expect(await isSignedIn(again)).toBe(false)
  })

  it('ends with the next set', async () => {
    const { browser, authenticator, owner } = await challenged()
    const response = await owner.identify('two-factor/generate-backup-codes', { password: PASSWORD })
    const [fresh = ''] = response.json().backupCodes
    expect((await recover(browser, authenticator.recoveryCodes[1] ?? '')).statusCode).toBe(401)
    expect((await recover(browser, fresh)).statusCode).toBe(200)
  })
})

describe('setting up a second factor', () => {
  it('needs the password, and changes nothing before a code confirms it', async () => {
    const member = await newMember()
    for (const password of [undefined, 'Wrong@2019'])
      expect((await member.identify('two-factor/enable', { password })).json().code).toBe('INVALID_PASSWORD')
    await member.identify('two-factor/enable', { password: PASSWORD })
    expect((await member.identify('two-factor/verify-totp', { code: '000000' })).statusCode).toBe(401)
    expect((await new Member(application, member.email).signIn()).json()).toHaveProperty('user')
  })

  it('logs out all other devices, which began without one, and tells the owner', async () => {
    const member = await newMember()
    const other = new Member(application, member.email)
    await other.signIn()
    const token = await other.asVisitor()
    await setUpSecondFactor(member, PASSWORD)
    expect(await isSignedIn(other)).toBe(false)
    const response = await token.request('GET', `/api/user/${member.email}`)
    expect(response.statusCode).toBe(401)
    expect(await isSignedIn(member)).toBe(true)
    expect(await readSubjects(member.email)).toContainEqual(expect.stringContaining('The second factor is on'))
  })

  it('keeps secrets and recovery codes unreadable in the database', async () => {
    const { authenticator } = await challenged()
    const { rows } = await application.database.executeSql('select secret, backup_codes from identity.two_factor')
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(new URL(authenticator.uri).searchParams.get('secret'))
    for (const code of authenticator.recoveryCodes) expect(stored).not.toContain(code)
  })

  it('is not served to visitors, nor are the other calls of the plugin', async () => {
    const visitor = new Member(application, '')
    for (const path of ['enable', 'disable', 'generate-backup-codes', 'verify-totp'])
      expect((await visitor.identify(`two-factor/${path}`, { code: '1' })).statusCode).toBe(401)
    for (const path of ['get-totp-uri', 'view-backup-codes', 'send-otp', 'verify-otp', 'generate-totp'])
      expect((await (await newMember()).identify(`two-factor/${path}`, {})).statusCode).toBe(404)
  })
})

describe('turning a second factor off', () => {
  it('needs the password, and then the password alone signs in', async () => {
    const { owner } = await challenged()
    expect((await owner.identify('two-factor/disable', { password: 'Wrong@2019' })).statusCode).toBe(400)
    expect((await owner.identify('two-factor/disable', { password: PASSWORD })).statusCode).toBe(200)
    expect((await new Member(application, owner.email).signIn()).json()).toHaveProperty('user')
    expect(await readSubjects(owner.email)).toContainEqual(expect.stringContaining('The second factor is off'))
  })
})

it('a new password from an e-mail does not turn the second factor of a confirmed account off', async () => {
  const { owner } = await challenged()
  await application.services.db.update(user).set({ emailVerified: true }).where(eq(user.email, owner.email))
  await owner.identify('request-password-reset', { email: owner.email })
  const emails = await application.readEmails()
  const reset = emails.find(
    ({ to, subject }) => to?.[0]?.address === owner.email && /A new password/.test(subject ?? ''),
  )
  const token = /token=(\S+)/.exec(reset?.text ?? '')?.[1]
  const password = 'Another@2019'
  const response = await new Member(application, '').identify('reset-password', { token, newPassword: password })
  expect(response.statusCode).toBe(200)
  expect((await new Member(application, owner.email).signIn(password)).json()).toHaveProperty('twoFactorRedirect')
})
