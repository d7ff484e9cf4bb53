import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewRun } from '#contract/runs.ts'
import { type MadeClass, makeClass, makeRun } from '../../../../demo/factories.ts'
import { openForThisFile } from '../../../../testing/application.ts'
import { readCode } from '../../../../testing/instructor.ts'
import { readAudit, readSeats } from '../../../../testing/orders.ts'
import { beginPaying, buy, confirmCard } from '../../../../testing/paying.ts'
import { withClocks } from '../../../../testing/session-fields.ts'
import { catchCode, catchError, type Visitor } from '../../../../testing/visitor.ts'
import { toClockTime } from '../../../platform/zoned-time.ts'

const HOUR = 3_600_000
const START = Date.now() + 30 * 24 * HOUR
const SESSIONS = [0, 168].map((hours) => ({ starts_at: START + hours * HOUR, ends_at: START + (hours + 2) * HOUR }))
const PLACE = { name: 'Harbour Hall', address: 'Quay 4, Lightwick', latitude: 59.9, longitude: 10.7 }
/** All runs of these tests take place at the same time. */
const TIMES = { time_zone: 'Europe/Oslo', sessions: SESSIONS, allow_overlap: true }
const NEW = { ...TIMES, place: PLACE, seats: 6 } as unknown as NewRun

const application = openForThisFile()

async function makeTaught(values: Parameters<typeof makeClass>[1] = {}) {
  const instructor = await application.signedIn('instructor')
  const chosen = await makeClass(application.services.db, { ...values, instructorId: instructor.user.id })
  return { instructor, chosen, params: { id: chosen.id } }
}

const read = async (visitor: Visitor, { id }: MadeClass) => visitor.call(api.getClass, { params: { id } })

describe('adding a run', () => {
  it('shows its dates, place and seats to the public, before an open run that stays', async () => {
    const { instructor, chosen, params } = await makeTaught({ seats: 2 })
    const { insertedId } = await instructor.call(api.addRun, { params, body: { ...NEW, price: 80, undated: 'keep' } })
    const shown = await read(application.visitor, chosen)
    expect(shown).toMatchObject({ seats: 8, price: 49.99 })
    expect(shown.runs.map(({ _id }) => _id)).toEqual([insertedId, chosen.runId])
    const [run] = shown.runs
    expect(run).toEqual({
      ...{ _id: insertedId, time_zone: 'Europe/Oslo', place: PLACE, online: false, price: 80, seats: 6, enroll: 0 },
      ...{ starts_at: START, ends_at: SESSIONS[1]?.ends_at, last_moment: null, minimum: null, decide_at: null },
      ...{ starts: toClockTime(START, 'Europe/Oslo'), ends: toClockTime(SESSIONS[1]?.ends_at ?? 0, 'Europe/Oslo') },
      ...{ last_moment_clock: null, decide_clock: null },
      sessions: SESSIONS.map((times) => ({ ...withClocks(times), _id: expect.any(String) })),
    })
  })

  it('shows the link of an online run to enrolled students, the instructor and admins only', async () => {
    const { instructor, chosen, params } = await makeTaught()
    const body = { ...NEW, place: null, online: true, link: 'https://meet.example/1' }
    const { insertedId: runId } = await instructor.call(api.addRun, { params, body })
    expect(JSON.stringify(await read(application.visitor, chosen))).not.toContain('meet.example')
    const student = await application.signedIn('student')
    await buy(student, { ...chosen, runId })
    const [enrolled] = await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    expect(enrolled?.run).toMatchObject({ _id: runId, link: 'https://meet.example/1', enroll: 1 })
    expect((await read(instructor, chosen)).runs[0]).toMatchObject({ link: 'https://meet.example/1', version: 2 })
  })

  it('shows its minimum and when that is decided to everybody, until the instructor confirms it', async () => {
    const { instructor, chosen, params } = await makeTaught()
    const { insertedId: runId } = await instructor.call(api.addRun, { params, body: { ...NEW, minimum: 5 } })
    const decide_at = START - 48 * HOUR
    const readRun = async () => (await read(application.visitor, chosen)).runs[0]
    expect(await readRun()).toMatchObject({ minimum: 5, decide_at })
    await instructor.call(api.confirmRun, { params: { id: runId } })
    expect(await readRun()).toMatchObject({ minimum: null, decide_at: null })
    expect((await read(instructor, chosen)).runs[0]).toMatchObject({ minimum: 5, decide_at })
  })

  it('is refused to others, and for a withdrawn class', async () => {
    const { instructor, params } = await makeTaught()
    const call = (visitor: Visitor) => readCode(visitor.call(api.addRun, { params, body: NEW }))
    expect(await call(application.visitor)).toBe('NOT_SIGNED_IN')
    expect(await call(await application.signedIn('student'))).toBe('NOT_ALLOWED')
    expect(await call(await application.signedIn('instructor'))).toBe('NOT_FOUND')
    await instructor.call(api.withdrawClass, { params })
    expect(await call(instructor)).toBe('CLASS_WITHDRAWN')
    expect(await (await application.signedIn('admin')).call(api.listRuns, { params })).toHaveLength(1)
  })

  it.each([
    ['a price that cannot be charged', { price: 0.01 }, 'price must be at least $0.50'],
    ['overlapping sessions', { sessions: [...SESSIONS, ...SESSIONS] }, 'overlap'],
    ['an unknown time zone', { time_zone: 'Europe/Atlantis' }, 'time_zone: is not a time zone'],
  ])('is refused with %s', async (_, invalid, message) => {
    const { instructor, params } = await makeTaught()
    const error = await catchError(
      instructor.call(api.addRun, { params, body: { ...NEW, ...invalid } as unknown as NewRun }),
    )
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(message) })
  })
})

describe('changing a run', () => {
  it('keeps what is not sent, keeps the ids of its sessions, and is recorded', async () => {
    const { instructor, chosen, params } = await makeTaught()
    const { insertedId: id } = await instructor.call(api.addRun, { params, body: NEW })
    const before = (await read(instructor, chosen)).runs[0]
    const stored = before?.sessions ?? []
    const sessions = stored.map(({ _id, starts_at, ends_at }) => ({ _id, starts_at, ends_at: ends_at + HOUR }))
    const endsAt = (before?.ends_at ?? 0) + HOUR
    const change = { params: { id }, body: { seats: 9, sessions, allow_overlap: true } }
    expect(await instructor.call(api.changeRun, change)).toEqual({ modifiedCount: 1 })
    expect((await read(instructor, chosen)).runs[0]).toEqual({
      ...before,
      ...{ seats: 9, version: 2, sessions: sessions.map((session) => withClocks(session)) },
      ...{ ends_at: endsAt, ends: toClockTime(endsAt, 'Europe/Oslo') },
    })
    expect(await instructor.call(api.changeRun, change)).toEqual({ modifiedCount: 0 })
    const admin = await application.signedIn('admin')
    const [entry] = await admin.call(api.listActivity, { query: {} })
    expect(entry?.deed).toBe('run_edited')
    expect(entry?.changes.map(({ field }) => field)).toEqual(['Sessions', 'Available Seats'])
  })

  it('checks the result, and the version that was read, a sale included', async () => {
    const { instructor, chosen, params } = await makeTaught()
    const { insertedId: id } = await instructor.call(api.addRun, { params, body: NEW })
    const change = (body: object, ifMatch?: number) =>
      readCode(instructor.call(api.changeRun, { params: { id }, body }, { ifMatch }))
    expect(await change({ last_moment: START + 1000 * HOUR })).toBe('INVALID_INPUT')
    expect(await change({ time_zone: null })).toBe('INVALID_INPUT')
    await buy(await application.signedIn('student'), { ...chosen, runId: id })
    expect(await change({ seats: 1 }, 1)).toBe('CHANGED_MEANWHILE')
    expect(await change({ seats: 1 }, 2)).toBeNull()
  })

  it('of the price leaves the students who are paying at the price that they hold', async () => {
    const { instructor, chosen, params } = await makeTaught()
    const { insertedId: runId } = await instructor.call(api.addRun, { params, body: { ...NEW, price: 80 } })
    const student = await application.signedIn('student')
    const { cartId, clientSecret } = await beginPaying(student, { ...chosen, listPriceMinor: 8000, runId })
    const begin = (price: number) => student.call(api.createPaymentIntent, { body: { price, cartId } })
    await instructor.call(api.changeClass, { params, body: { price: 60 } })
    await instructor.call(api.changeRun, { params: { id: runId }, body: { price: null } })
    expect(await begin(80)).toEqual({ clientSecret })
    expect(await catchError(begin(70))).toMatchObject({ code: 'PRICE_CHANGED' })
    expect((await begin(60)).clientSecret).not.toBe(clientSecret)
  })

  it('keeps a seat for every student who is paying', async () => {
    const { instructor, chosen, params } = await makeTaught()
    const { insertedId: runId } = await instructor.call(api.addRun, { params, body: NEW })
    await beginPaying(await application.signedIn('student'), { ...chosen, runId })
    const change = instructor.call(api.changeRun, { params: { id: runId }, body: { seats: 0 } })
    expect(await catchError(change)).toMatchObject({ code: 'BEING_PAID', message: expect.stringContaining('1 seat') })
  })

  it('is refused to others', async () => {
    const { instructor, params } = await makeTaught()
    const { insertedId: id } = await instructor.call(api.addRun, { params, body: NEW })
    const change = (visitor: Visitor) => readCode(visitor.call(api.changeRun, { params: { id }, body: { seats: 1 } }))
    expect(await change(await application.signedIn('student'))).toBe('NOT_ALLOWED')
    expect(await change(await application.signedIn('instructor'))).toBe('NOT_FOUND')
    expect(await change(await application.signedIn('admin'))).toBeNull()
  })
})

describe('the seats of a class', () => {
  it('change by PATCH /class while it has one run, and not with several', async () => {
    const { instructor, chosen, params } = await makeTaught({ seats: 2 })
    await instructor.call(api.changeClass, { params, body: { seats: 5 } })
    expect(await readSeats(application, chosen)).toEqual({ seats: 5, enroll: 0 })
    await instructor.call(api.addRun, { params, body: { ...NEW, undated: 'keep' } })
    expect(await catchCode(instructor.call(api.changeClass, { params, body: { seats: 7 } }))).toBe('EDIT_RUNS')
    expect(await instructor.call(api.changeClass, { params, body: { price: 70 } })).toEqual({ modifiedCount: 1 })
  })
})

describe('canceling a run', () => {
  it('refunds and e-mails its students only, and its seats are no longer for sale', async () => {
    const { instructor, chosen, params } = await makeTaught({ seats: 3 })
    const { insertedId: runId } = await instructor.call(api.addRun, { params, body: { ...NEW, undated: 'keep' } })
    const [other, refunded, paying] = await Promise.all([1, 2, 3].map(() => application.signedIn('student')))
    await buy(other as Visitor, chosen)
    await buy(refunded as Visitor, { ...chosen, runId })
    const { cartId, clientSecret } = await beginPaying(paying as Visitor, { ...chosen, runId })
    expect(await read(instructor, chosen)).toMatchObject({ seats: 7, enroll: 2 })
    const cancel = () => instructor.call(api.cancelRun, { params: { id: runId } })
    expect(await cancel()).toEqual({ modifiedCount: 1 })
    expect(await cancel()).toEqual({ modifiedCount: 0 })
    expect(await read(instructor, chosen)).toMatchObject({ seats: 2, enroll: 1 })
    for (let round = 0; round < 2; round++) await application.runJobs()
    expect(await readSeats(application, { runId })).toEqual({ seats: 6, enroll: 0 })
    const email = (visitor: Visitor) => ({ query: { email: (visitor as typeof instructor).user.email } })
    const [payment] = await (refunded as Visitor).call(api.listPayments, email(refunded as Visitor))
    expect(payment).toMatchObject({ status: 'refunded', runId, refund: { reason: 'run_canceled', status: 'done' } })
    expect(await (other as Visitor).call(api.listPayments, email(other as Visitor))).toMatchObject([{ refund: null }])
    expect((await confirmCard(paying as Visitor, clientSecret)).statusCode).toBe(400)
    const again = (paying as Visitor).call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect(await catchCode(again)).toBe('NOT_FOUND')
    expect(await catchCode(instructor.call(api.changeRun, { params: { id: runId }, body: { seats: 1 } }))).toBe(
      'RUN_CANCELED',
    )
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('is refused to others', async () => {
    const { chosen } = await makeTaught()
    const run = await makeRun(application.services.db, chosen.id)
    const cancel = (visitor: Visitor) => readCode(visitor.call(api.cancelRun, { params: { id: run.id } }))
    expect(await cancel(await application.signedIn('student'))).toBe('NOT_ALLOWED')
    expect(await cancel(await application.signedIn('instructor'))).toBe('NOT_FOUND')
    expect(await cancel(await application.signedIn('admin'))).toBeNull()
  })
})
