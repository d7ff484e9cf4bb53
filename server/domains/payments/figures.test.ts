import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewRun } from '#contract/runs.ts'
import { makeClass, makeEnrolment, makeUser } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { completePaying } from '../../../testing/coupons.ts'
import { teaching } from '../../../testing/instructor.ts'
import { readAudit } from '../../../testing/orders.ts'
import { buyVoucher, makeVoucher } from '../../../testing/vouchers.ts'

const DAY = 24 * 60 * 60_000

const application = openForThisFile()

describe('the figures', () => {
  it('of an admin are the income and enrolments of twelve months, the oldest pending classes and the newest users', async () => {
    const admin = await application.signedIn('admin', { createdAt: 1 })
    const { db } = application.services
    const { instructor, taught } = await teaching(application, { listPriceMinor: 1050 })
    const other = await makeClass(db, { listPriceMinor: 500 })
    const buyers = await Promise.all([1, 2, 3, 4].map(() => makeUser(db, 'student')))
    const [now, lastYear] = [Date.now(), Date.now() - 400 * DAY]
    for (const [n, buyer] of buyers.entries()) await makeEnrolment(db, buyer, taught, { at: n === 3 ? lastYear : now })
    const [first] = buyers
    if (first) await makeEnrolment(db, first, other, { at: now, currency: 'eur' })
    for (let n = 0; n < 7; n++)
      await makeClass(db, { instructorId: instructor.user.id, name: `Waits ${n}`, status: 'pending', createdAt: n + 1 })
    await makeClass(db, { status: 'pending', archivedAt: 1, createdAt: 1 })
    const before = await admin.call(api.getAdminFigures)
    expect(before.months).toHaveLength(12)
    expect(before.months.at(-1)).toEqual({ month: new Date().toISOString().slice(0, 7), income: 31.5, enrolments: 4 })
    expect(before.months.slice(0, -1).every(({ income }) => income === 0)).toBe(true)
    expect(before.waiting.total).toBe(7)
    expect(before.waiting.classes.map(({ className }) => className)).toEqual([0, 1, 2, 3, 4].map((n) => `Waits ${n}`))
    expect([before.users.newest.length, before.payments]).toEqual([5, 5])
    const { rows } = await admin.call.page(api.findPayments, { query: { q: first?.email } })
    await admin.call(api.refundPayment, { params: { id: rows.find(({ currency }) => currency === 'usd')?._id ?? '' } })
    expect((await admin.call(api.getAdminFigures)).months.at(-1)).toMatchObject({ income: 21, enrolments: 3 })
  })

  it('count what vouchers and credit pay as income once it is spent on a seat, and not before', async () => {
    const own = await openForThisTest()
    const [admin, instructor] = [await own.signedIn('admin'), await own.signedIn('instructor')]
    const student = await own.signedIn('student', { emailConfirmed: true })
    const readIncome = async () => {
      const [all, taught] = [await admin.call(api.getAdminFigures), await instructor.call(api.getInstructorFigures)]
      return [all.months.at(-1)?.income, taught.months.at(-1)?.income]
    }
    await buyVoucher(student, { amount: 80 })
    const { code } = await makeVoucher(admin, 30)
    const params = { id: student.user.id }
    await admin.call(api.grantCredit, { params, body: { amount: 20, reason: 'Goodwill' } })
    expect(await readIncome()).toEqual([0, 0])
    const { id: classId } = await makeClass(own.services.db, { instructorId: instructor.user.id })
    const { insertedId } = await student.call(api.selectClass, { body: { classId } })
    const body = { cartIds: [insertedId], code, use_credit: true, expected_due: 0 }
    const started = await student.call(api.beginCheckout, { body })
    expect(await readIncome()).toEqual([0, 0])
    const id = await completePaying(student, started)
    expect(await readIncome()).toEqual([49.99, 49.99])
    await admin.call(api.refundPayment, { params: { id }, body: { amount: 9.99, credit: true, keep_seat: true } })
    expect(await readIncome()).toEqual([40, 40])
    expect(await readAudit(own)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('are those of the months of the school’s zone', async () => {
    const admin = await application.signedIn('admin')
    const { taught } = await teaching(application)
    const { db } = application.services
    // The months of the zones differ where the present one begins, so an edge that is past in every zone is taken.
    const start = Date.parse(`${new Date(Date.now() - 40 * DAY).toISOString().slice(0, 7)}-01T00:00Z`)
    const edge = [start - 1, start].map((at) => new Date(at).toISOString().slice(0, 7))
    await makeEnrolment(db, await makeUser(db, 'student'), taught, { at: start - 1 })
    await makeEnrolment(db, await makeUser(db, 'student'), taught, { at: start })
    const read = async (time_zone: string | null) => {
      await admin.call(api.changeSchool, { body: { time_zone } })
      const { months } = await admin.call(api.getAdminFigures)
      return months.filter(({ month }) => edge.includes(month)).map(({ enrolments }) => enrolments)
    }
    expect(await read('UTC')).toEqual([1, 1])
    expect(await read('Etc/GMT-1')).toEqual([0, 2])
    expect(await read('Etc/GMT+1')).toEqual([2, 0])
    await read(null)
  })

  it('of an admin name the sessions of today and tomorrow, and the dates that lack students', async () => {
    const admin = await application.signedIn('admin')
    const { instructor, taught, params } = await teaching(application, { name: 'Fog' })
    const addRun = (days: number, changes: object = {}) => {
      const starts_at = Math.floor(Date.now() / DAY) * DAY + days * DAY + DAY / 2
      const sessions = [{ starts_at, ends_at: starts_at + 1 }]
      const body = { seats: 4, time_zone: 'UTC', last_moment: starts_at + 1, sessions, allow_overlap: true, ...changes }
      return instructor.call(api.addRun, { params, body: body as unknown as NewRun })
    }
    await addRun(0)
    const { insertedId: canceled } = await addRun(0)
    await instructor.call(api.cancelRun, { params: { id: canceled } })
    await addRun(1, { online: true })
    const { insertedId: lacking } = await addRun(2, { minimum: 2, decide_at: null })
    const { insertedId: confirmed } = await addRun(3, { minimum: 2, decide_at: null })
    await instructor.call(api.confirmRun, { params: { id: confirmed } })
    const { sessions, undecided } = await admin.call(api.getAdminFigures)
    const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
    const { id: classId } = taught
    expect(sessions).toMatchObject([
      { classId, className: 'Fog', starts: `${day(0)}T12:00`, enroll: 0, place: null, online: false },
      { classId, starts: `${day(1)}T12:00`, online: true },
    ])
    expect(undecided).toMatchObject([{ _id: lacking, className: 'Fog', enroll: 0, minimum: 2 }])
  })

  it('of an admin name the session that is on or begins next, until it is canceled', async () => {
    const admin = await application.signedIn('admin')
    const { instructor, params } = await teaching(application, { name: 'Dusk' })
    const begin = async (starts_at: number) => {
      const sessions = [{ starts_at, ends_at: starts_at + DAY }]
      const body = {
        seats: 4,
        time_zone: 'UTC',
        last_moment: starts_at + 1,
        sessions,
        allow_overlap: true,
        online: true,
      }
      return (await instructor.call(api.addRun, { params, body: body as unknown as NewRun })).insertedId
    }
    const readNext = async () => (await admin.call(api.getAdminFigures)).next
    const later = Date.now() + 2 * 60_000
    await begin(later)
    const id = await begin(later - 60_000)
    expect(await readNext()).toMatchObject({ className: 'Dusk', starts_at: later - 60_000, online: true })
    await instructor.call(api.cancelRun, { params: { id } })
    expect(await readNext()).toMatchObject({ className: 'Dusk', starts_at: later })
  })

  it('of an instructor cover their own classes, and all time', async () => {
    const { instructor, taught } = await teaching(application, { listPriceMinor: 1050 })
    const { taught: others } = await teaching(application)
    const { db } = application.services
    await makeClass(db, { instructorId: instructor.user.id, status: 'pending' })
    expect(await instructor.call(api.getInstructorFigures)).toMatchObject({ denied: 0, denied_image: null })
    const denied = await makeClass(db, { instructorId: instructor.user.id, status: 'deny' })
    await makeEnrolment(db, await makeUser(db, 'student'), taught, { at: Date.now() - 500 * DAY })
    await makeEnrolment(db, await makeUser(db, 'student'), taught)
    await makeEnrolment(db, await makeUser(db, 'student'), others)
    const figures = await instructor.call(api.getInstructorFigures)
    expect(figures).toMatchObject({
      classes: 3,
      seats_sold: 2,
      income: 21,
      waiting: 1,
      denied: 1,
      denied_image: denied.image,
    })
    expect(figures.months.at(-1)).toMatchObject({ income: 10.5, enrolments: 1 })
  })
})
