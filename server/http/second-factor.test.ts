import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { users } from '#server/domains/users/users.table.ts'
import { makeClass } from '../../demo/factories.ts'
import { openForThisFile } from '../../testing/application.ts'
import { setUpSecondFactor } from '../../testing/authenticator.ts'
import { Member, PASSWORD } from '../../testing/member.ts'
import { catchCode } from '../../testing/visitor.ts'

const application = openForThisFile({ REQUIRE_ADMIN_2FA: 'on' })
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

let count = 0
async function newAdmin() {
  const member = await new Member(application, `boss${++count}@example.test`).register()
  await member.asVisitor()
  await application.services.db.update(users).set({ role: 'admin' }).where(eq(users.email, member.email))
  return member
}

describe('an admin without the second factor that the settings require', () => {
  it('may not act, nor read what only admins may', async () => {
    const admin = await (await newAdmin()).asVisitor()
    const { user } = await application.signedIn('student')
    const { id } = await makeClass(application.services.db, { status: 'pending' })
    expect(await catchCode(admin.call(api.listUsers))).toBe('SECOND_FACTOR_REQUIRED')
    expect(await catchCode(admin.call(api.makeAdmin, { params: { id: user.id } }))).toBe('SECOND_FACTOR_REQUIRED')
    expect(await catchCode(admin.call(api.getUser, { params: { email: user.email } }))).toBe('SECOND_FACTOR_REQUIRED')
    expect(await catchCode(admin.call(api.withdrawClass, { params: { id } }))).toBe('SECOND_FACTOR_REQUIRED')
    expect(await catchCode(admin.call(api.getClass, { params: { id } }))).toBe('NOT_FOUND')
    expect((await admin.request('GET', '/api/users')).statusCode).toBe(403)
  })

  it('may read and change their own record, and set one up, which takes effect at once', async () => {
    const member = await newAdmin()
    const { email } = member
    const before = await member.asVisitor()
    expect((await before.call(api.getUser, { params: { email } })).role).toBe('admin')
    await before.call(api.changeProfile, { params: { email }, body: { name: 'Boss', image: '' } })
    await setUpSecondFactor(member, PASSWORD)
    const admin = await member.asVisitor()
    expect((await admin.call(api.listUsers)).length).toBeGreaterThan(0)
    await member.identify('two-factor/disable', { password: PASSWORD })
    expect(await catchCode((await member.asVisitor()).call(api.listUsers))).toBe('SECOND_FACTOR_REQUIRED')
  })
})

describe('others', () => {
  it('need no second factor', async () => {
    for (const role of ['student', 'instructor'] as const) {
      const { user, call } = await application.signedIn(role)
      expect(await call(api.listPayments, { query: { email: user.email } })).toEqual([])
    }
  })

  it('get the ordinary refusals', async () => {
    expect(await catchCode((await application.signedIn('student')).call(api.listUsers))).toBe('NOT_ALLOWED')
    expect(await catchCode(application.visitor.call(api.listUsers))).toBe('NOT_SIGNED_IN')
  })
})
