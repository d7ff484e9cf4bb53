import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openForThisFile } from '../../../testing/application.ts'
import { Member } from '../../../testing/member.ts'

const HOUR = 60 * 60_000
const YEAR = 365 * 24 * HOUR

const application = openForThisFile()
let member: Member
let count = 0
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
  it('an hour ahead costs one renewal of the token, and no sign-in', async () => {
    const before = await member.asVisitor()
    expect(await readOwnRecord(before)).toBe(200)
    jump(HOUR)
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
