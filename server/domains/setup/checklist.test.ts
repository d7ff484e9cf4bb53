import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { slides } from '#server/domains/home/home.table.ts'
import { webhookEvents } from '#server/domains/payments/payments.table.ts'
import { school } from '#server/domains/school/school.table.ts'
import { makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { readChecklist } from './checklist.ts'

const application = openForThisFile()
let admin: Visitor & { user: { email: string } }
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const listDone = async () => {
  const { items } = await admin.call(api.getChecklist)
  return items.filter(({ done }) => done).map(({ item }) => item)
}

/** The settings of the application with Stripe's keys. */
const withKeys = (mode: 'test' | 'live') => {
  const cards = {
    ...{ secretKey: `sk_${mode}_1`, publishableKey: `pk_${mode}_1`, webhookSecret: '', api: undefined },
    provider: 'stripe',
  } as const
  return { ...application.settings, cards }
}

describe('the checklist of a new school', () => {
  it('has nothing done, also not the payments of the sandbox, and is for admins', async () => {
    expect(await admin.call(api.getChecklist)).toMatchObject({ is_shown: true, has_mail_server: false })
    expect(await listDone()).toEqual([])
    const { call } = await application.signedIn('student')
    expect(await catchCode(call(api.getChecklist))).toBe('NOT_ALLOWED')
    expect(await catchCode(call(api.sendTestEmail))).toBe('NOT_ALLOWED')
    expect(await catchCode(call(api.dismissChecklist))).toBe('NOT_ALLOWED')
  })

  it('counts a slide once it is published', async () => {
    const slide = { position: 0, image: '/pictures/demo/night-harbour/640.webp', title: 'Night', description: '' }
    await application.services.db.insert(slides).values({ ...slide, published: false })
    expect(await listDone()).not.toContain('slides')
    await application.services.db.update(slides).set({ published: true })
    expect(await listDone()).toContain('slides')
  })

  it('counts instructors that are invited or teach, but not those of the demo', async () => {
    await makeUser(application.services.db, 'instructor', { email: 'ingrid@demo.school' })
    expect(await listDone()).not.toContain('instructors')
    const { _id } = await admin.call(api.invite, { body: { email: 'nora@example.test', role: 'instructor' } })
    expect(await listDone()).toContain('instructors')
    await admin.call(api.revokeInvitation, { params: { id: _id } })
    await admin.call(api.invite, { body: { email: 'nora@example.test', role: 'student' } })
    expect(await listDone()).not.toContain('instructors')
    await makeUser(application.services.db, 'instructor')
    expect(await listDone()).toContain('instructors')
  })

  it('counts card payments with live keys, once an event of the provider came', async () => {
    const { db } = application.services
    const readWith = async (mode: 'test' | 'live') => (await readChecklist(db, withKeys(mode))).items
    expect(await readWith('live')).toContainEqual({ item: 'payments', done: false })
    await db.insert(webhookEvents).values({ id: 'evt_1', createdAt: Date.now() })
    expect(await readWith('live')).toContainEqual({ item: 'payments', done: true })
    expect(await readWith('test')).toContainEqual({ item: 'payments', done: false })
    expect(await listDone()).not.toContain('payments')
  })

  it('counts a test e-mail once it was delivered, and no other e-mail', async () => {
    await application.readEmails()
    expect(await listDone()).not.toContain('email')
    expect(await admin.call(api.sendTestEmail)).toEqual({ sent_to: admin.user.email })
    expect(await listDone()).not.toContain('email')
    const mail = (await application.readEmails()).at(-1)
    expect([mail?.to?.[0]?.address, mail?.subject]).toEqual([admin.user.email, 'A test e-mail of Photography School'])
    expect(await listDone()).toContain('email')
  })

  it('counts the legal texts once all of them are reviewed', async () => {
    const legal = (await admin.call(api.listPages)).filter(({ reviewed }) => reviewed !== null)
    expect(legal).toHaveLength(3)
    for (const { _id: id } of legal) {
      expect(await listDone()).not.toContain('texts')
      await admin.call(api.changePage, { params: { id }, body: { reviewed: true } })
    }
    expect(await listDone()).toContain('texts')
  })

  it('is gone when all is done, but not in test mode', async () => {
    const { db } = application.services
    expect(await admin.call(api.getChecklist)).toMatchObject({ is_shown: true })
    expect(await readChecklist(db, withKeys('test'))).toMatchObject({ is_shown: true })
    expect(await readChecklist(db, withKeys('live'))).toMatchObject({ is_shown: false })
  })

  it('is gone when an admin puts it away, and for a school that was never set up', async () => {
    const { db } = application.services
    await db.delete(slides)
    expect(await admin.call(api.getChecklist)).toMatchObject({ is_shown: true })
    await db.update(school).set({ setUpAt: null })
    expect(await admin.call(api.getChecklist)).toMatchObject({ is_shown: false })
    await db.update(school).set({ setUpAt: 1 })
    expect(await admin.call(api.dismissChecklist)).toEqual({ deletedCount: 1 })
    expect(await admin.call(api.getChecklist)).toMatchObject({ is_shown: false })
  })
})
