import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeEnrolment, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { must } from '../../platform/app-error.ts'
import { runSessions } from '../classes/runs/runs.table.ts'

const application = openForThisFile()

describe('selecting a class', () => {
  it('adds it to the cart with the name, image and price of the class, whatever the request contains', async () => {
    const student = await application.signedIn('student')
    const instructor = await application.signedIn('instructor', { name: 'Vera Lind' })
    const values = { name: 'Night Harbour', listPriceMinor: 14950, instructorId: instructor.user.id }
    const chosen = await makeClass(application.services.db, values)
    const body = {
      classId: chosen.id,
      className: 'Free',
      classImage: '/x.png',
      userEmail: 'other@example.test',
      price: 1,
    }
    const { insertedId } = await student.call(api.selectClass, { body })
    const [item] = await student.call(api.listCart, { query: { email: student.user.email } })
    expect(item).toMatchObject({
      _id: insertedId,
      classId: chosen.id,
      className: 'Night Harbour',
      classImage: chosen.image,
      instructorName: 'Vera Lind',
      userEmail: student.user.email,
      price: 149.5,
    })
  })

  it('shows when and where the date takes place, without the link of an online one', async () => {
    const student = await application.signedIn('student')
    const { db } = application.services
    const chosen = await makeClass(db)
    const studio = await makeRun(db, chosen.id, { placeName: 'Studio North' })
    const [session] = await db.select().from(runSessions).where(eq(runSessions.runId, studio.id))
    await db.insert(runSessions).values({ ...must(session), id: randomUUID() })
    await student.call(api.selectClass, { body: { classId: chosen.id, runId: studio.id } })
    const other = await makeClass(db)
    const online = await makeRun(db, other.id, { isOnline: true, link: 'https://meet.example/secret' })
    await student.call(api.selectClass, { body: { classId: other.id, runId: online.id } })
    const items = await student.call(api.listCart, { query: { email: student.user.email } })
    expect(items).toMatchObject([
      { sessions: 1, place: null, online: true },
      { sessions: 2, place: 'Studio North', online: false },
    ])
    expect(JSON.stringify(items)).not.toContain('secret')
  })

  it('is refused a second time for the same class, even concurrently', async () => {
    const student = await application.signedIn('student')
    const { id: classId } = await makeClass(application.services.db)
    const both = await Promise.allSettled([1, 2].map(() => student.call(api.selectClass, { body: { classId } })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await catchCode(student.call(api.selectClass, { body: { classId } }))).toBe('ALREADY_SELECTED')
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toHaveLength(1)
  })

  it('is refused for a class without a free seat', async () => {
    const student = await application.signedIn('student')
    const { id: classId } = await makeClass(application.services.db, { seats: 0 })
    expect(await catchCode(student.call(api.selectClass, { body: { classId } }))).toBe('SEATS_GONE')
  })

  it('is refused for a class that the student is enrolled in', async () => {
    const student = await application.signedIn('student')
    const bought = await makeClass(application.services.db)
    await makeEnrolment(application.services.db, student.user, bought)
    expect(await catchCode(student.call(api.selectClass, { body: { classId: bought.id } }))).toBe('ALREADY_ENROLLED')
  })

  it.each(['pending', 'deny'] as const)('finds no class whose status is %s', async (status) => {
    const student = await application.signedIn('student')
    const { id: classId } = await makeClass(application.services.db, { status })
    expect(await catchCode(student.call(api.selectClass, { body: { classId } }))).toBe('NOT_FOUND')
  })

  it('finds no class by an invalid id', async () => {
    const student = await application.signedIn('student')
    expect(await catchCode(student.call(api.selectClass, { body: { classId: 'no-id' } }))).toBe('NOT_FOUND')
  })

  it.each(['instructor', 'admin'] as const)('is not for an %s', async (role) => {
    const other = await application.signedIn(role)
    const { id: classId } = await makeClass(application.services.db)
    expect(await catchCode(other.call(api.selectClass, { body: { classId } }))).toBe('NOT_ALLOWED')
  })

  it('is refused without a sign-in', async () => {
    const { id: classId } = await makeClass(application.services.db)
    expect(await catchCode(application.visitor.call(api.selectClass, { body: { classId } }))).toBe('NOT_SIGNED_IN')
  })
})

describe('the cart', () => {
  it('is shown to its owner only', async () => {
    const [student, other] = [await application.signedIn('student'), await application.signedIn('student')]
    const { id: classId } = await makeClass(application.services.db)
    const { insertedId: id } = await student.call(api.selectClass, { body: { classId } })
    expect(await catchCode(other.call(api.listCart, { query: { email: student.user.email } }))).toBe('NOT_ALLOWED')
    expect(await catchCode(other.call(api.getCartItem, { params: { id } }))).toBe('NOT_FOUND')
    expect(await catchCode(other.call(api.removeCartItem, { params: { id } }))).toBe('NOT_FOUND')
    expect((await student.call(api.getCartItem, { params: { id } })).classId).toBe(classId)
  })

  it('accepts its owner’s e-mail in any case', async () => {
    const student = await application.signedIn('student')
    expect(await student.call(api.listCart, { query: { email: student.user.email.toUpperCase() } })).toEqual([])
  })

  it('names the field when the e-mail is missing', async () => {
    const student = await application.signedIn('student')
    const response = await student.request('GET', '/api/cart')
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toMatch(/^email: /)
  })

  it('can be emptied of an item once', async () => {
    const student = await application.signedIn('student')
    const { id: classId } = await makeClass(application.services.db)
    const { insertedId: id } = await student.call(api.selectClass, { body: { classId } })
    expect(await student.call(api.removeCartItem, { params: { id } })).toEqual({ deletedCount: 1 })
    expect(await catchCode(student.call(api.removeCartItem, { params: { id } }))).toBe('NOT_FOUND')
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toEqual([])
  })
})
