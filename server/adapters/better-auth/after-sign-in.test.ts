import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { must } from '#server/platform/app-error.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { openDemoLogin } from './demo-logins.ts'
import { session, user } from './identity.table.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const application = openForThisFile()

let count = 0
const newMember = () => new Member(application, `device${++count}@example.test`).register()

/** Signs in with a browser that has no cookies. */
const signInElsewhere = ({ email }: Member, headers: Record<string, string> = {}) =>
  new Member(application, email, '203.0.113.7').identify('sign-in/email', { email, password: PASSWORD }, headers)

const readNotices = async (email: string) =>
  (await application.readEmails()).filter(
    ({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('New sign-in'),
  )

describe('a sign-in', () => {
  it('sends no e-mail after registering, nor in a browser that signed in before', async () => {
    const member = await newMember()
    await member.identify('sign-out', {})
    await member.signIn()
    expect(await readNotices(member.email)).toEqual([])
  })

  it('on another device tells the owner where, when by the clock of the school, and what to do', async () => {
    const member = await newMember()
    const admin = await application.signedIn('admin')
    await admin.call(api.changeSchool, { body: { time_zone: 'Europe/Oslo' } })
    await signInElsewhere(member, { 'user-agent': SAFARI })
    const [notice, ...more] = await readNotices(member.email)
    expect(more).toEqual([])
    expect(notice?.text).toContain('Safari on iPhone, IP address 203.0.113.7')
    expect(notice?.text).toMatch(/, \w+, \w+ \d+, 20\d\d, \d\d:\d\d \(Europe\/Oslo\)\./)
    expect(notice?.text).toContain('If this was not you, set a new password now.')
    expect(notice?.text).toContain('/forgot-password')
  })

  it('with a wrong password sends no e-mail', async () => {
    const member = await newMember()
    await new Member(application, member.email).signIn('Wrong@2019')
    expect(await readNotices(member.email)).toEqual([])
  })

  it('with a device cookie that was made up or belongs to another account is one on another device', async () => {
    const [member, other] = [await newMember(), await newMember()]
    await signInElsewhere(member, { cookie: 'better-auth.device=made-up.signature' })
    await signInElsewhere(member, { cookie: other.cookie })
    expect(await readNotices(member.email)).toHaveLength(2)
  })

  it('sends at most three e-mails within an hour', async () => {
    const member = await newMember()
    for (let i = 0; i < 5; i++) await signInElsewhere(member)
    expect(await readNotices(member.email)).toHaveLength(3)
  })

  it('to an account of the demo sends no e-mail, because its address has no mailbox', async () => {
    const login = { email: `demo${++count}@demo.school`, name: 'Demo', image: null, password: PASSWORD }
    await openDemoLogin(application.services.db, application.auth, login)
    const demo = new Member(application, login.email)
    await demo.signIn()
    await signInElsewhere(demo)
    expect(await readNotices(login.email)).toEqual([])
  })
})

describe('the sessions of an account', () => {
  const readSessions = async ({ email }: Member) => {
    const isOwn = eq(user.email, email)
    const rows = await application.services.db
      .select()
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(isOwn)
    return rows.map((row) => row.session)
  }

  it('keep no more than 512 characters of what a browser says about itself', async () => {
    const member = await newMember()
    await signInElsewhere(member, { 'user-agent': SAFARI + ' Version/'.repeat(1800) })
    const stored = (await readSessions(member)).map(({ userAgent }) => userAgent ?? '')
    expect(stored.find((text) => text.startsWith(SAFARI))).toHaveLength(512)
  })

  it('are 100 at most: a sign-in ends those that were used least recently', async () => {
    const member = await newMember()
    const [own] = await readSessions(member)
    const before = new Date(Date.now() - 60_000)
    const row = (id: string, updatedAt: Date) => ({ ...must(own), id, token: id, updatedAt })
    const recent = Array.from({ length: 98 }, (_, i) => row(`recent ${i}`, before))
    const longAgo = ['one', 'two'].map((id) => row(id, new Date(0)))
    await application.services.db.insert(session).values([...longAgo, ...recent])
    await signInElsewhere(member)
    const ids = (await readSessions(member)).map(({ id }) => id)
    expect(ids).toHaveLength(100)
    expect(ids).toEqual(expect.arrayContaining([must(own).id, ...recent.map(({ id }) => id)]))
  })
})
