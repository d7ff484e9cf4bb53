import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'

const HOUR = 60 * 60_000
const YEAR = 365 * 24 * HOUR

let application: TestApplication
let member: Member
let count = 0
beforeAll(async () => {
  application = await openTestApplication()
})
afterAll(() => application.close())
beforeEach(async () => {
  member = await new Member(application, `clock${++count}@example.test`).register()
})

/** Lets the server's clock jump. */
function jump(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
  onTestFinished(() => void vi.useRealTimers())
}

const readOwnRecord = async (visitor: Awaited<ReturnType<Member['asVisitor']>>) =>
  (await visitor.request('GET', `/api/user/${member.email}`)).statusCode

describe('a clock that jumps', () => {
  it.each([
    ['an hour ahead', HOUR],
    ['an hour back', -HOUR],
    ['a year back', -YEAR],
  ])('%s costs one renewal of the token, and no sign-in', async (_, jumped) => {
    const before = await member.asVisitor()
    expect(await readOwnRecord(before)).toBe(200)
    jump(jumped)
    expect(await readOwnRecord(before)).toBe(401)
    expect(await readOwnRecord(await member.asVisitor())).toBe(200)
  })

  it('a year ahead ends the session; signing in again works at once', async () => {
    jump(YEAR)
    expect((await member.exchange()).statusCode).toBe(401)
    expect((await member.signIn()).statusCode).toBe(200)
    expect(await readOwnRecord(await member.asVisitor())).toBe(200)
  })
})

describe('a clock that was a year ahead and is right again', () => {
  it('leaves no token that is valid for a year', async () => {
    jump(YEAR)
    await member.signIn()
    const ahead = await member.asVisitor()
    expect(await readOwnRecord(ahead)).toBe(200)
    jump(-YEAR)
    expect(await readOwnRecord(ahead)).toBe(401)
  })

  it('locks nobody out who changed the password then, and ends the tokens from before', async () => {
    jump(YEAR)
    await member.signIn()
    await member.asVisitor()
    const newPassword = 'Other@2020'
    const change = { currentPassword: PASSWORD, newPassword, revokeOtherSessions: true }
    expect((await member.identify('change-password', change)).statusCode).toBe(200)
    jump(-YEAR)
    const stale = new Member(application, member.email)
    expect((await stale.signIn(PASSWORD)).statusCode).toBe(401)
    expect((await member.signIn(newPassword)).statusCode).toBe(200)
    expect(await readOwnRecord(await member.asVisitor())).toBe(200)
    expect(await readOwnRecord(await member.asVisitor())).toBe(200)
  })
})
