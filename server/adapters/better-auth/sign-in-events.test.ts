import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { setUpSecondFactor } from '../../../testing/authenticator.ts'
import { Crawler } from '../../../testing/crawler.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { openListening, readAction, signInWithProvider, startUrl } from '../../../testing/provider-sign-in.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()
beforeEach(() => {
  application.services.securityLog.flush()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

const WARN = 40
const INFO = 30
const WRONG = 'Wrong@2019'

/** Runs `act`, and returns the events that it has caused, without the fields of every line. */
async function watch(act: () => Promise<unknown>, { readSecurityEvents } = application) {
  const before = readSecurityEvents().length
  await act()
  return readSecurityEvents()
    .slice(before)
    .map(({ time: _t, pid: _p, hostname: _h, msg: _m, ...event }) => event)
}

let count = 0
const newMember = () => new Member(application, `logged${++count}@example.test`).register()
const readIdentity = async (member: Member): Promise<string> => (await member.identify('get-session')).json().user.id

describe('the log of sign-ins with a password', () => {
  it('has registrations, sign-ins and sign-outs with the id of the account', async () => {
    const member = new Member(application, 'ada@example.test')
    const registered = await watch(() => member.register())
    const identity = await readIdentity(member)
    expect(registered).toEqual([{ level: INFO, event: 'registration', identity }])
    expect(await watch(() => member.identify('sign-out', {}))).toEqual([{ level: INFO, event: 'sign-out', identity }])
    expect(await watch(() => member.signIn())).toEqual([{ level: INFO, event: 'sign-in', identity, by: 'password' }])
  })

  it('has wrong passwords, with the id only where the account exists', async () => {
    const member = await newMember()
    const identity = await readIdentity(member)
    const refused = { level: WARN, event: 'sign-in-refused', by: 'password' }
    expect(await watch(() => new Member(application, member.email).signIn(WRONG))).toEqual([
      { ...refused, identity, code: 'INVALID_EMAIL_OR_PASSWORD' },
    ])
    expect(await watch(() => new Member(application, 'unknown@example.test').signIn())).toEqual([
      { ...refused, code: 'INVALID_EMAIL_OR_PASSWORD' },
    ])
    const change = { currentPassword: WRONG, newPassword: 'Another@2019' }
    expect(await watch(() => member.identify('change-password', change))).toEqual([
      { ...refused, identity, code: 'INVALID_PASSWORD' },
    ])
    await member.exchange()
    expect(await watch(() => member.prove('/api/account/deletion', { password: WRONG }))).toEqual([
      { ...refused, identity, code: 'INVALID_PASSWORD' },
    ])
  })

  it('has ended sessions, re-authentications and changed passwords', async () => {
    const member = await newMember()
    const identity = await readIdentity(member)
    await new Member(application, member.email).signIn()
    expect(await watch(() => member.request('DELETE', '/api/account/sessions'))).toEqual([
      { level: INFO, event: 'sessions-ended', identity, sessions: 1 },
    ])
    expect(await watch(() => member.identify('reauthenticate', { password: PASSWORD }))).toEqual([
      { level: INFO, event: 're-authentication', identity, by: 'password' },
    ])
    const change = { currentPassword: PASSWORD, newPassword: 'Another@2019' }
    expect(await watch(() => member.identify('change-password', change))).toEqual([
      { level: INFO, event: 'password-changed', identity },
    ])
  })

  it('has at most five lines a minute of one kind about one account, and then their number', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const identity = await readIdentity(member)
    const guess = (times: number) => async () => {
      for (let time = 0; time < times; time++) await new Member(application, member.email).signIn(WRONG)
    }
    expect(await watch(guess(12))).toHaveLength(5)
    expect(await watch(() => new Member(application, other.email).signIn(WRONG))).toHaveLength(1)
    expect(await watch(async () => application.services.securityLog.flush())).toEqual([
      { level: WARN, event: 'sign-in-refused', identity, suppressed: 7 },
    ])
    expect(await watch(guess(6))).toHaveLength(5)
  })
})

describe('the log of second factors', () => {
  it('has their changes, sign-ins by code, and wrong and used codes', async () => {
    const member = await newMember()
    const identity = await readIdentity(member)
    let authenticator: Awaited<ReturnType<typeof setUpSecondFactor>> | undefined
    const setUp = async () => {
      authenticator = await setUpSecondFactor(member, PASSWORD)
    }
    expect(await watch(setUp)).toEqual([{ level: INFO, event: 'second-factor-changed', identity, change: 'on' }])
    const browser = new Member(application, member.email)
    const verify = (code = '') => watch(() => browser.identify('two-factor/verify-totp', { code }))
    expect(await watch(() => browser.signIn())).toEqual([])
    const refused = { level: WARN, event: 'sign-in-refused', identity, by: 'code', code: 'INVALID_CODE' }
    expect(await verify('000000')).toEqual([refused])
    const code = authenticator?.nextCode()
    expect(await verify(code)).toEqual([{ level: INFO, event: 'sign-in', identity, by: 'code' }])
    await browser.identify('sign-out', {})
    await browser.signIn()
    expect(await verify(code)).toEqual([refused])
    const recoveryCode = authenticator?.recoveryCodes[0]
    expect(await watch(() => browser.identify('two-factor/verify-backup-code', { code: recoveryCode }))).toEqual([
      { level: INFO, event: 'sign-in', identity, by: 'recovery code' },
    ])
  })
})

describe('the log of sign-ins with a provider', () => {
  it('has sign-ins, connected and disconnected providers, and failures with their code', async () => {
    const listening = await openListening({ DEMO: 'on' })
    const { publicUrl } = listening.settings
    const signIn = async () => void (await signInWithProvider(listening, 'nora@third.test'))
    expect(await watch(signIn, listening)).toEqual([
      { level: INFO, event: 'sign-in-method-added', identity: expect.any(String), by: 'demo' },
      { level: INFO, event: 'sign-in', identity: expect.any(String), by: 'demo' },
    ])
    const who = new Crawler()
    const cancel = async () => who.get(`${readAction(await who.get(startUrl(listening)))}/cancel`)
    expect(await watch(cancel, listening)).toEqual([
      { level: WARN, event: 'sign-in-refused', by: 'demo', code: 'access_denied' },
    ])
    const forged = () => who.get(`${publicUrl}/api/auth/callback/demo?error=nora@third.test&state=x`)
    expect(await watch(forged, listening)).not.toContainEqual(expect.objectContaining({ code: /nora/ }))
    await listening.close()
  })
})

describe('the log of refusals', () => {
  it('has 401, 403 and 429 with the caller’s ids, the method, the pattern of the path and the code', async () => {
    const member = await newMember()
    const identity = await readIdentity(member)
    const visitor = await member.asVisitor()
    const { _id: user } = await visitor.call(api.getUser, { params: { email: member.email } })
    const forbidden = () => catchCode(visitor.call(api.deleteUser, { params: { id: user } }))
    const method = 'DELETE'
    const route = '/api/user/:id'
    expect(await watch(forbidden)).toEqual([
      { level: WARN, event: 'access-refused', user, identity, method, route, code: 'NOT_ALLOWED' },
    ])
    const anonymous = () => catchCode(application.visitor.call(api.deleteUser, { params: { id: user } }))
    expect(await watch(anonymous)).toEqual([
      { level: INFO, event: 'unauthenticated', method, route, code: 'NOT_SIGNED_IN' },
    ])
    const delete11 = async () => {
      for (let time = 0; time < 11; time++) await member.prove('/api/account/deletion', { password: WRONG })
    }
    expect((await watch(delete11)).at(-1)).toEqual({
      ...{ level: WARN, event: 'rate-limited', identity, method: 'POST' },
      ...{ route: '/api/account/deletion', code: 'TOO_MANY_REQUESTS' },
    })
  })

  it('has those of the identity provider, with the account of the session', async () => {
    const member = await newMember()
    const identity = await readIdentity(member)
    vi.setSystemTime(Date.now() + 61 * 60_000)
    expect(await watch(() => member.identify('two-factor/enable', { password: PASSWORD }))).toEqual([
      {
        ...{ level: WARN, event: 'access-refused', identity, method: 'POST' },
        ...{ route: '/api/auth/two-factor/enable', code: 'REAUTH_REQUIRED' },
      },
    ])
    const anonymous = () => new Member(application, '').identify('two-factor/enable', { password: PASSWORD })
    expect(await watch(anonymous)).toEqual([
      {
        ...{ level: INFO, event: 'unauthenticated', method: 'POST' },
        ...{ route: '/api/auth/two-factor/enable', code: 'UNAUTHORIZED' },
      },
    ])
  })
})
