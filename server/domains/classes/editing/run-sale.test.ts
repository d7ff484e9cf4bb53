import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewRun } from '#contract/runs.ts'
import { makeEnrolment, makeRun } from '../../../../demo/factories.ts'
import { openForThisFile } from '../../../../testing/application.ts'
import { readCode, teaching } from '../../../../testing/instructor.ts'
import { readAudit } from '../../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../../testing/visitor.ts'
import { runs } from '../runs/runs.table.ts'

const HOUR = 3_600_000
const START = Date.now() + 30 * 24 * HOUR
/** All runs of these tests take place at the same time. */
const DATED = {
  ...{ time_zone: 'Europe/Oslo', seats: 8, allow_overlap: true },
  sessions: [{ starts_at: START, ends_at: START + 2 * HOUR, rain_starts_at: null, rain_ends_at: null }],
} as NewRun
const UNDATED = { seats: 5, sessions: [] as NewRun['sessions'] } as NewRun

const application = openForThisFile()

const readOffer = async ({ id }: { id: string }) => application.visitor.call(api.getClass, { params: { id } })
const setRun = (id: string, values: Partial<typeof runs.$inferInsert>) =>
  application.services.db.update(runs).set(values).where(eq(runs.id, id))
const readRun = async (id: string) => (await application.services.db.select().from(runs).where(eq(runs.id, id)))[0]

describe('the first dated run of a class', () => {
  it('replaces the undated run, whose seats are no longer for sale, and is recorded', async () => {
    const { instructor, taught, params } = await teaching(application, { seats: 8 })
    const { insertedId } = await instructor.call(api.addRun, { params, body: DATED })
    const shown = await readOffer(taught)
    expect(shown).toMatchObject({ seats: 8, runs: [{ _id: insertedId }] })
    const managed = await instructor.call(api.listRuns, { params })
    expect(managed.map(({ canceled_at }) => canceled_at)).toEqual([undefined, expect.any(Number)])
    const admin = await application.signedIn('admin')
    const entries = await admin.call(api.listActivity, { query: {} })
    expect(entries.slice(0, 2).map(({ deed }) => deed)).toEqual(['run_canceled', 'run_added'])
    await instructor.call(api.changeClass, { params, body: { seats: 6 } })
    expect((await readOffer(taught)).seats).toBe(6)
  })

  it('also replaces it where it is another undated run that gets its dates', async () => {
    const { instructor, taught, params } = await teaching(application, { seats: 8 })
    const { insertedId: id } = await instructor.call(api.addRun, { params, body: UNDATED })
    expect((await readOffer(taught)).seats).toBe(13)
    const { sessions, time_zone } = DATED
    const body = { sessions, time_zone, allow_overlap: true }
    await instructor.call(api.changeRun, { params: { id }, body })
    expect(await readOffer(taught)).toMatchObject({ seats: 5, runs: [{ _id: id }] })
  })

  it('leaves the undated run where the call says so, and an undated run that is added later', async () => {
    const { instructor, taught, params } = await teaching(application, { seats: 8 })
    await instructor.call(api.addRun, { params, body: { ...DATED, undated: 'keep' } })
    await instructor.call(api.addRun, { params, body: UNDATED })
    expect((await readOffer(taught)).seats).toBe(8 + 8 + 5)
    await instructor.call(api.addRun, { params, body: DATED })
    expect((await readOffer(taught)).seats).toBe(8 + 8 + 5 + 8)
  })

  it('changes nothing of a class that already sells both', async () => {
    const { instructor, taught, params } = await teaching(application, { seats: 8 })
    await makeRun(application.services.db, taught.id, { seats: 8 })
    await instructor.call(api.addRun, { params, body: DATED })
    expect((await readOffer(taught)).seats).toBe(24)
  })

  it('is refused without a decision while a student has a place in the undated run or is paying for one', async () => {
    const enrolled = await teaching(application, { seats: 8 })
    await makeEnrolment(application.services.db, (await application.signedIn('student')).user, enrolled.taught)
    const paying = await teaching(application, { seats: 8 })
    await beginPaying(await application.signedIn('student'), paying.taught)
    for (const { instructor, taught, params } of [enrolled, paying]) {
      const error = await catchError(instructor.call(api.addRun, { params, body: DATED }))
      expect(error).toMatchObject({ statusCode: 409, code: 'UNDATED_RUN' })
      expect((await readOffer(taught)).runs.map(({ _id }) => _id)).toEqual([taught.runId])
      expect(await instructor.call(api.listRuns, { params })).toHaveLength(1)
      await instructor.call(api.addRun, { params, body: { ...DATED, undated: 'keep' } })
      expect((await readOffer(taught)).runs).toHaveLength(2)
    }
  })

  it('closes the undated run on request: its student and the one who is paying keep their places', async () => {
    const { instructor, taught, params } = await teaching(application, { seats: 8 })
    const [first, paying, late] = await Promise.all([1, 2, 3].map(() => application.signedIn('student')))
    await buy(first as Visitor, taught)
    const { cartId, clientSecret } = await beginPaying(paying as Visitor, taught)
    const { insertedId: lateItem } = await (late as Visitor).call(api.selectClass, { body: { classId: taught.id } })
    await instructor.call(api.addRun, { params, body: { ...DATED, undated: 'close' } })
    expect((await readOffer(taught)).seats).toBe(8)
    const begin = (visitor: Visitor | undefined, id: string) =>
      readCode((visitor as Visitor).call(api.createPaymentIntent, { body: { price: 49.99, cartId: id } }))
    expect(await begin(late, lateItem)).toBe('RUN_CLOSED')
    expect(await begin(paying, cartId)).toBeNull()
    await confirmCard(paying as Visitor, clientSecret)
    await (paying as Visitor).call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await readRun(taught.runId)).toMatchObject({ enroll: 2, canceledAt: null })
    for (let round = 0; round < 2; round++) await application.runJobs()
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('can be exchanged for a seat of the closed undated run, and not once that is canceled', async () => {
    const { instructor, taught, params } = await teaching(application, { seats: 8 })
    const [first, second] = [await application.signedIn('student'), await application.signedIn('student')]
    for (const student of [first, second]) await buy(student, taught)
    const { insertedId: runId } = await instructor.call(api.addRun, { params, body: { ...DATED, undated: 'close' } })
    const move = (student: Visitor) =>
      student.call(api.moveEnrolment, { params: { id: taught.runId }, body: { runId } })
    expect(await move(first)).toEqual({ modifiedCount: 1 })
    expect(await readRun(taught.runId)).toMatchObject({ seats: 7, enroll: 1 })
    expect((await readOffer(taught)).runs).toMatchObject([{ _id: runId, seats: 7, enroll: 1 }])
    await setRun(taught.runId, { canceledAt: Date.now() })
    expect(await catchCode(move(second))).toBe('RUN_CLOSED')
  })

  it('replaces the undated run of a student who has left it', async () => {
    const { instructor, taught, params } = await teaching(application, { seats: 8 })
    const student = await application.signedIn('student')
    await buy(student, taught)
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    await instructor.call(api.addRun, { params, body: DATED })
    expect((await readOffer(taught)).seats).toBe(8)
  })

  it('is for sale alone even where it is added in the moment in which a student begins to pay', async () => {
    const { instructor, taught, params } = await teaching(application, { seats: 8 })
    const student = await application.signedIn('student')
    const [added, began] = await Promise.all([
      readCode(instructor.call(api.addRun, { params, body: DATED })),
      readCode(beginPaying(student, { ...taught, runId: taught.runId })),
    ])
    expect([added, began]).toContainEqual(expect.any(String))
    expect((await readOffer(taught)).runs).toHaveLength(1)
  })
})

describe('closing a run', () => {
  it('ends enrolling now, also beside dates, and is recorded once', async () => {
    const { instructor, taught } = await teaching(application, { seats: 8 })
    await makeRun(application.services.db, taught.id, { seats: 3 })
    const close = () => instructor.call(api.closeRun, { params: { id: taught.runId } })
    expect(await close()).toEqual({ modifiedCount: 1 })
    expect(await close()).toEqual({ modifiedCount: 0 })
    expect(await readOffer(taught)).toMatchObject({ seats: 3, runs: [{ seats: 3 }] })
    const admin = await application.signedIn('admin')
    const [entry] = await admin.call(api.listActivity, { query: {} })
    expect(entry).toMatchObject({ deed: 'run_edited', changes: [{ field: 'Last moment to enroll', from: '' }] })
  })

  it('is refused to others, and for a canceled run or a withdrawn class', async () => {
    const { instructor, taught, params } = await teaching(application)
    const close = (visitor: Visitor) => readCode(visitor.call(api.closeRun, { params: { id: taught.runId } }))
    expect(await close(application.visitor)).toBe('NOT_SIGNED_IN')
    expect(await close(await application.signedIn('student'))).toBe('NOT_ALLOWED')
    expect(await close(await application.signedIn('instructor'))).toBe('NOT_FOUND')
    expect(await catchCode(instructor.call(api.closeRun, { params: { id: 'no-id' } }))).toBe('NOT_FOUND')
    await instructor.call(api.cancelRun, { params: { id: taught.runId } })
    expect(await close(instructor)).toBe('RUN_CANCELED')
    await instructor.call(api.withdrawClass, { params })
    expect(await close(instructor)).toBe('CLASS_WITHDRAWN')
  })
})
