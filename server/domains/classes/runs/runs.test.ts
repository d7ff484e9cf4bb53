import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeEnrolment, makeRun } from '../../../../demo/factories.ts'
import { openForThisFile } from '../../../../testing/application.ts'
import { readSeats } from '../../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../../testing/paying.ts'
import { catchCode } from '../../../../testing/visitor.ts'
import { runs } from './runs.table.ts'
import { readNextClosing } from './runs.ts'

const HOUR = 3_600_000

const application = openForThisFile()

/** Moves a run into the past or the future. */
const moveRun = (id: string, startsAt: number) =>
  application.services.db
    .update(runs)
    .set({ startsAt, endsAt: startsAt + HOUR })
    .where(eq(runs.id, id))

describe('selecting a class with several runs', () => {
  it('selects the earliest with a free seat, dated ones first', async () => {
    const chosen = await makeClass(application.services.db)
    const make = (hours: number, seats: number) =>
      makeRun(application.services.db, chosen.id, { startsAt: Date.now() + hours * HOUR, seats, listPriceMinor: 9000 })
    const [full, later, next] = [await make(1, 0), await make(3, 5), await make(2, 5)]
    const student = await application.signedIn('student')
    await student.call(api.selectClass, { body: { classId: chosen.id } })
    const [item] = await student.call(api.listCart, { query: { email: student.user.email } })
    expect(item).toMatchObject({ runId: next.id, price: 90, starts_at: next.startsAt, time_zone: 'Europe/Oslo' })
    expect([full.id, later.id, chosen.runId]).not.toContain(item?.runId)
  })

  it('selects the one of an id, unless it is full, closed, canceled or of another class', async () => {
    const chosen = await makeClass(application.services.db)
    const make = (values: Parameters<typeof makeRun>[2]) => makeRun(application.services.db, chosen.id, values)
    const select = async (runId: string) => {
      const student = await application.signedIn('student')
      return student.call(api.selectClass, { body: { classId: chosen.id, runId } }).then(
        () => null,
        ({ code }: { code: string }) => code,
      )
    }
    expect(await select((await make({ seats: 0 })).id)).toBe('SEATS_GONE')
    expect(await select((await make({ startsAt: Date.now() - HOUR })).id)).toBe('RUN_CLOSED')
    expect(await select((await make({ lastMoment: Date.now() - 1 })).id)).toBe('RUN_CLOSED')
    expect(await select((await make({ canceledAt: Date.now() })).id)).toBe('RUN_CLOSED')
    expect(await select((await makeClass(application.services.db)).runId)).toBe('NOT_FOUND')
    expect(await select('nonsense')).toBe('NOT_FOUND')
    expect(await select((await make({ lastMoment: Date.now() + HOUR })).id)).toBeNull()
  })

  it('is refused while one is enrolled in a run, and possible once that has ended', async () => {
    const chosen = await makeClass(application.services.db)
    const first = await makeRun(application.services.db, chosen.id)
    const student = await application.signedIn('student')
    await makeEnrolment(application.services.db, student.user, { ...chosen, runId: first.id })
    const select = () => student.call(api.selectClass, { body: { classId: chosen.id, runId: chosen.runId } })
    expect(await catchCode(select())).toBe('ALREADY_ENROLLED')
    await moveRun(first.id, Date.now() - 2 * HOUR)
    await buy(student, chosen)
    const query = { email: student.user.email }
    expect((await student.call(api.listEnrolledClasses, { query })).map(({ run }) => run._id)).toEqual([
      chosen.runId,
      first.id,
    ])
  })
})

describe('a class', () => {
  it('has the seats of the runs that can be enrolled in, and the enrolments of those that are not canceled', async () => {
    const chosen = await makeClass(application.services.db, { seats: 2 })
    await makeRun(application.services.db, chosen.id, { seats: 3 })
    const past = await makeRun(application.services.db, chosen.id, { seats: 5 })
    await makeRun(application.services.db, chosen.id, { seats: 7, canceledAt: Date.now() })
    await buy(await application.signedIn('student'), { ...chosen, runId: past.id })
    await moveRun(past.id, Date.now() - HOUR)
    const shown = await application.visitor.call(api.getClass, { params: { id: chosen.id } })
    expect(shown).toMatchObject({ seats: 5, enroll: 1 })
    expect(shown.runs).toHaveLength(2)
    const admin = await application.signedIn('admin')
    const query = { sort: 'seats', order: 'desc', q: chosen.name, page: 1 } as const
    const rows = await admin.call(api.listAllClasses, { query })
    expect(rows.find(({ _id }) => _id === chosen.id)).toMatchObject({ seats: 5, enroll: 1 })
  })
})

describe('a run that closes', () => {
  it('is gone from cached lists at that moment, although nothing was written', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    await makeRun(application.services.db, chosen.id, { seats: 4, lastMoment: Date.now() + 700 })
    application.services.catalogue.markChanged()
    const readListed = async () =>
      (await application.visitor.call(api.listApprovedClasses)).find(({ _id }) => _id === chosen.id)?.seats
    expect(await readListed()).toBe(5)
    await expect.poll(readListed, { timeout: 5_000 }).toBe(1)
  })

  it('expires the page of its own class only', async () => {
    const { db } = application.services
    const [chosen, other] = [await makeClass(db), await makeClass(db)]
    const { closesAt } = await makeRun(db, chosen.id)
    expect(await readNextClosing(db, { classId: chosen.id })).toBe(closesAt)
    expect(await readNextClosing(db, { classId: other.id })).toBeNull()
    expect(await readNextClosing(db, 'none')).toBeNull()
  })
})

describe('paying for a run', () => {
  it('takes a seat of that run, at its price', async () => {
    const chosen = await makeClass(application.services.db, { seats: 2 })
    const { id: runId } = await makeRun(application.services.db, chosen.id, { seats: 3, listPriceMinor: 8000 })
    const student = await application.signedIn('student')
    await buy(student, { ...chosen, runId, listPriceMinor: 8000 })
    expect(await readSeats(application, { runId })).toEqual({ seats: 2, enroll: 1 })
    expect(await readSeats(application, chosen)).toEqual({ seats: 2, enroll: 0 })
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    expect(payment).toMatchObject({ price: 80, runId })
  })

  it('is refused once it has closed, but a student who holds a seat may finish', async () => {
    const chosen = await makeClass(application.services.db)
    const { id: runId } = await makeRun(application.services.db, chosen.id)
    const [holder, late] = [await application.signedIn('student'), await application.signedIn('student')]
    const { clientSecret } = await beginPaying(holder, { ...chosen, runId })
    const { insertedId: cartId } = await late.call(api.selectClass, { body: { classId: chosen.id, runId } })
    await moveRun(runId, Date.now() - 1000)
    expect(await catchCode(late.call(api.createPaymentIntent, { body: { price: 49.99, cartId } }))).toBe('RUN_CLOSED')
    await confirmCard(holder, clientSecret)
    await holder.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await readSeats(application, { runId })).toEqual({ seats: 9, enroll: 1 })
  })

  it('can be cancelled until its first session starts', async () => {
    const chosen = await makeClass(application.services.db)
    const startsAt = Date.now() + 5 * 24 * HOUR
    const { id: runId } = await makeRun(application.services.db, chosen.id, { startsAt })
    const student = await application.signedIn('student')
    await buy(student, { ...chosen, runId })
    const read = async () => (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]
    const payment = await read()
    expect(payment?.cancel_until).toBe(startsAt)
    await moveRun(runId, Date.now() - 1000)
    expect((await read())?.cancel_until).toBeNull()
    const cancel = student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    expect(await catchCode(cancel)).toBe('CANCEL_TOO_LATE')
  })
})
