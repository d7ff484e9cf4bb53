import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { INVITATION_BATCH } from '#contract/values/limits.ts'
import { makeUser } from '../../../demo/factories.ts'
import { openForThisTest, type TestApplication } from '../../../testing/application.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { invitations } from './invitations.table.ts'

let application: TestApplication
let admin: Visitor
beforeEach(async () => {
  application = await openForThisTest()
  admin = await application.signedIn('admin')
})

const db = () => application.services.db
const countWaiting = async () => (await admin.call(api.countWaiting)).waiting

describe('the people with a record and no account', () => {
  it('are invited in batches, the oldest first, each once and in the role of the record', async () => {
    const all = INVITATION_BATCH + 2
    for (let at = 1; at <= all; at++)
      await makeUser(db(), at === 1 ? 'instructor' : 'student', { email: `person${at}@example.test`, createdAt: at })
    expect(await countWaiting()).toBe(all)
    expect(await admin.call(api.inviteWaiting)).toEqual({ invited: INVITATION_BATCH, waiting: 2 })
    expect(await admin.call(api.inviteWaiting)).toEqual({ invited: 2, waiting: 0 })
    expect(await admin.call(api.inviteWaiting)).toEqual({ invited: 0, waiting: 0 })
    const rows = await db().select().from(invitations)
    expect(rows).toHaveLength(all)
    expect(rows.find(({ email }) => email === 'person1@example.test')).toMatchObject({ role: 'instructor' })
    const addresses = (await application.readEmails()).map(({ to }) => to?.[0]?.address)
    expect(new Set(addresses).size).toBe(all)
    expect(addresses).toHaveLength(all)
  })

  it('are not admins, deleted people, people with an account, nor those whose invitation is valid', async () => {
    await makeUser(db(), 'admin')
    await makeUser(db(), 'student', { deletedAt: 1 })
    await makeUser(db(), 'student', { identityId: 'has-an-account' })
    const { email } = await makeUser(db(), 'student')
    await admin.call(api.invite, { body: { email, role: 'student' } })
    expect(await countWaiting()).toBe(0)
    await db().update(invitations).set({ expiresAt: 1 })
    expect(await admin.call(api.inviteWaiting)).toEqual({ invited: 1, waiting: 0 })
    expect(await db().select().from(invitations)).toHaveLength(1)
  })

  it('are invited by two admins at once without a second e-mail', async () => {
    for (let at = 0; at < INVITATION_BATCH; at++) await makeUser(db(), 'student')
    const other = await application.signedIn('admin', { identityId: 'other' })
    await Promise.all([admin.call(api.inviteWaiting), other.call(api.inviteWaiting)])
    expect(await countWaiting()).toBe(0)
    expect(await application.readEmails()).toHaveLength(INVITATION_BATCH)
  })

  it('are counted and invited by admins only', async () => {
    for (const visitor of [await application.signedIn('instructor'), await application.signedIn('student')]) {
      expect(await catchCode(visitor.call(api.countWaiting))).toBe('NOT_ALLOWED')
      expect(await catchCode(visitor.call(api.inviteWaiting))).toBe('NOT_ALLOWED')
    }
    expect(await catchCode(application.visitor.call(api.inviteWaiting))).toBe('NOT_SIGNED_IN')
    expect(await application.readEmails()).toEqual([])
  })
})
