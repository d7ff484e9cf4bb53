import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { applyImport, prepareImport } from '../../../testing/imports.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { beginPaying, buy } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { attendance } from '../attendance/attendance.table.ts'
import { classes } from '../classes/classes.table.ts'
import { runSessions, runs } from '../classes/runs/runs.table.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'
import { users } from '../users/users.table.ts'

const application = openForThisFile()

/** Creates a class with two dated runs, and a student who bought the first. */
async function makeBought(seats = 3) {
  const { db } = application.services
  const chosen = await makeClass(db)
  const first = await makeRun(db, chosen.id, { seats })
  const second = await makeRun(db, chosen.id, { seats })
  const student = await application.signedIn('student')
  await buy(student, { ...chosen, runId: first.id })
  const move = (runId: string, visitor = student) =>
    visitor.call(api.moveEnrolment, { params: { id: first.id }, body: { runId } })
  return { chosen, first, second, student, move }
}

const DAY = 24 * 3_600_000

const setTimes = (id: string, values: { startsAt: number; lastMoment?: number }) =>
  application.services.db.update(runs).set(values).where(eq(runs.id, id))

const readCancelUntil = async (student: Visitor & { user: { email: string } }) =>
  (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]?.cancel_until ?? null

const close = (id: string) =>
  application.services.db
    .update(runs)
    .set({ lastMoment: Date.now() - 1 })
    .where(eq(runs.id, id))

describe('moving to another run', () => {
  it('takes a seat there, returns the one here, moves the payment, and is e-mailed', async () => {
    const { chosen, first, second, student, move } = await makeBought()
    expect(await move(second.id)).toEqual({ modifiedCount: 1 })
    expect(await readSeats(application, { runId: first.id })).toEqual({ seats: 3, enroll: 0 })
    expect(await readSeats(application, { runId: second.id })).toEqual({ seats: 2, enroll: 1 })
    const query = { email: student.user.email }
    expect(await student.call(api.listPayments, { query })).toMatchObject([{ runId: second.id, refund: null }])
    expect(await student.call(api.listEnrolledClasses, { query })).toMatchObject([{ run: { _id: second.id } }])
    await application.runJobs()
    const mails = await application.readEmails()
    const mail = mails.find(({ subject }) => subject === `Your date has changed: ${chosen.name}`)
    expect(mail?.text).toMatch(/Before: .+\(Europe\/Oslo\)\nNow: .+\(Europe\/Oslo\)/)
    expect(mail?.text).toMatch(/When \(Europe\/Oslo\):\n.+\d\d:\d\d–\d\d:\d\d\n\nWhere: not decided yet\n/)
    expect(mail?.attachments).toMatchObject([{ filename: 'dates.ics' }])
    expect(await catchCode(move(second.id))).toBe('NOT_FOUND')
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('changes nothing where the student is in that run already', async () => {
    const { first, move } = await makeBought()
    expect(await move(first.id)).toEqual({ modifiedCount: 0 })
  })

  it('is refused to a run without a free seat, where others hold the last one, and at a higher price', async () => {
    const { chosen, first, move } = await makeBought()
    const { db } = application.services
    expect(await catchCode(move((await makeRun(db, chosen.id, { seats: 0 })).id))).toBe('SEATS_GONE')
    const last = await makeRun(db, chosen.id, { seats: 1 })
    await beginPaying(await application.signedIn('student'), { ...chosen, runId: last.id })
    expect(await catchCode(move(last.id))).toBe('SEATS_HELD')
    expect(await catchCode(move((await makeRun(db, chosen.id, { listPriceMinor: 9900 })).id))).toBe('PRICE_DIFFERS')
    expect(await readSeats(application, { runId: first.id })).toEqual({ seats: 2, enroll: 1 })
  })

  it('is refused to a closed, canceled or unknown run, or one of another class', async () => {
    const { chosen, second, move } = await makeBought()
    const { db } = application.services
    await close(second.id)
    expect(await catchCode(move(second.id))).toBe('RUN_CLOSED')
    const canceled = await makeRun(db, chosen.id, { canceledAt: Date.now() })
    expect(await catchCode(move(canceled.id))).toBe('RUN_CLOSED')
    expect(await catchCode(move((await makeClass(db)).runId))).toBe('NOT_FOUND')
    expect(await catchCode(move('nonsense'))).toBe('NOT_FOUND')
  })

  it('is refused after the last moment to enroll, and to everyone else', async () => {
    const { first, second, move } = await makeBought()
    expect(await catchCode(move(second.id, await application.signedIn('student')))).toBe('NOT_FOUND')
    expect(await catchCode(move(second.id, await application.signedIn('admin')))).toBe('NOT_FOUND')
    await close(first.id)
    expect(await catchCode(move(second.id))).toBe('RUN_CLOSED')
  })

  it('is refused once the own date has begun, though enrolling stays open after its start', async () => {
    const { first, second, student, move } = await makeBought()
    await setTimes(first.id, { startsAt: Date.now() - 1, lastMoment: Date.now() + DAY })
    expect((await catchError(move(second.id))).message).toMatch(/^Your date has begun/)
    expect(await readSeats(application, { runId: first.id })).toEqual({ seats: 2, enroll: 1 })
    expect(await readCancelUntil(student)).toBeNull()
  })

  it('is refused to who has attended a session, also of a date that has been put off since', async () => {
    const { first, second, student, move } = await makeBought()
    const { db } = application.services
    const [session] = await db.select().from(runSessions).where(eq(runSessions.runId, first.id))
    const [enrolment] = await db.select().from(enrolments).where(eq(enrolments.userId, student.user.id))
    const values = { sessionId: session?.id ?? '', enrolmentId: enrolment?.id ?? '', createdAt: 0 }
    await db.insert(attendance).values(values)
    expect((await catchError(move(second.id))).message).toMatch(/^You have attended this date/)
    await db.delete(attendance).where(eq(attendance.enrolmentId, values.enrolmentId))
    expect(await move(second.id)).toEqual({ modifiedCount: 1 })
  })

  it('to a later date leaves the start of the earlier one as the last moment to cancel', async () => {
    const { first, second, student, move } = await makeBought()
    await setTimes(first.id, { startsAt: Date.now() + DAY })
    await move(second.id)
    expect(await readCancelUntil(student)).toBeLessThanOrEqual(Date.now() + DAY)
    await application.services.db
      .update(enrolments)
      .set({ startLimit: Date.now() - 1 })
      .where(eq(enrolments.userId, student.user.id))
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    const params = { id: payment?._id ?? '' }
    expect(await student.call(api.getCancellation, { params })).toMatchObject({ refund: 0 })
    const cancel = student.call(api.cancelPayment, { params, body: { expected_refund: payment?.price } })
    expect(await catchCode(cancel)).toBe('AMOUNT_CHANGED')
  })

  it('twice leaves the earliest start of all, and a date without sessions none of its own', async () => {
    const { chosen, first, second, student, move } = await makeBought()
    await setTimes(second.id, { startsAt: Date.now() + 2 * DAY })
    expect(await move(chosen.runId)).toEqual({ modifiedCount: 1 })
    const moveOn = (from: string, runId: string) =>
      student.call(api.moveEnrolment, { params: { id: from }, body: { runId } })
    await moveOn(chosen.runId, second.id)
    await moveOn(second.id, first.id)
    expect(await readCancelUntil(student)).toBeLessThanOrEqual(Date.now() + 2 * DAY)
  })

  it('by the school to a later time lets the student cancel until then', async () => {
    const { first, student } = await makeBought()
    await setTimes(first.id, { startsAt: Date.now() + DAY })
    const before = await readCancelUntil(student)
    await setTimes(first.id, { startsAt: Date.now() + 2 * DAY })
    expect((await readCancelUntil(student)) ?? 0).toBeGreaterThan(before ?? 0)
  })

  it('compares with the list price when the student obtained the place, not with that of their date today', async () => {
    const { chosen, second, move } = await makeBought()
    const { db } = application.services
    await db.update(classes).set({ listPriceMinor: 9000 }).where(eq(classes.id, chosen.id))
    expect(await catchCode(move(second.id))).toBe('PRICE_DIFFERS')
    const asBefore = await makeRun(db, chosen.id, { listPriceMinor: chosen.listPriceMinor })
    expect(await move(asBefore.id)).toEqual({ modifiedCount: 1 })
  })

  it('is refused to a dearer date after a granted or an imported place, too', async () => {
    const { db } = application.services
    const chosen = await makeClass(db)
    const [cheap, alike] = [await makeRun(db, chosen.id), await makeRun(db, chosen.id)]
    const dear = await makeRun(db, chosen.id, { listPriceMinor: 90_000 })
    const [granted, imported] = [await application.signedIn('student'), await application.signedIn('student')]
    const admin = await application.signedIn('admin')
    const body = { email: granted.user.email, reason: 'Won the prize' }
    await admin.call(api.grantEnrolment, { params: { id: cheap.id }, body })
    const other = await makeClass(db)
    const csv = `Email,Class\n${imported.user.email},${other.id}\n`
    await applyImport(admin, await prepareImport(admin, csv, 'enrolments'))
    const dearer = await makeRun(db, other.id, { listPriceMinor: 90_000 })
    const move = (student: typeof granted, from: string, runId: string) =>
      student.call(api.moveEnrolment, { params: { id: from }, body: { runId } })
    expect(await catchCode(move(imported, other.runId, dearer.id))).toBe('PRICE_DIFFERS')
    expect(await catchCode(move(granted, cheap.id, dear.id))).toBe('PRICE_DIFFERS')
    expect(await move(granted, cheap.id, alike.id)).toEqual({ modifiedCount: 1 })
    expect(await catchCode(move(granted, alike.id, dear.id))).toBe('PRICE_DIFFERS')
  })

  it('of several students at once to the last seat succeeds once', async () => {
    const { chosen, first } = await makeBought(4)
    const last = await makeRun(application.services.db, chosen.id, { seats: 1 })
    const others = await Promise.all([1, 2, 3].map(() => application.signedIn('student')))
    for (const student of others) await buy(student, { ...chosen, runId: first.id })
    const outcomes = await Promise.allSettled(
      others.map((student) => student.call(api.moveEnrolment, { params: { id: first.id }, body: { runId: last.id } })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readSeats(application, { runId: last.id })).toEqual({ seats: 0, enroll: 1 })
    expect(await readSeats(application, { runId: first.id })).toEqual({ seats: 1, enroll: 3 })
  })

  it('refunds by a cancellation of the run that the student is in then', async () => {
    const { first, second, student, move } = await makeBought()
    await move(second.id)
    const admin = await application.signedIn('admin')
    await admin.call(api.cancelRun, { params: { id: first.id } })
    for (let round = 0; round < 2; round++) await application.runJobs()
    const query = { email: student.user.email }
    expect(await student.call(api.listPayments, { query })).toMatchObject([{ refund: null }])
    await admin.call(api.cancelRun, { params: { id: second.id } })
    for (let round = 0; round < 2; round++) await application.runJobs()
    expect(await student.call(api.listPayments, { query })).toMatchObject([{ status: 'refunded' }])
  })
})

describe('enrolling a student by hand', () => {
  const grant = async (runId: string, email: string, reason = 'Won the prize') => {
    const admin = await application.signedIn('admin')
    return { admin, outcome: admin.call(api.grantEnrolment, { params: { id: runId }, body: { email, reason } }) }
  }

  it('takes a seat without a payment, removes the cart item, is recorded with its reason, and is e-mailed', async () => {
    const chosen = await makeClass(application.services.db)
    const student = await application.signedIn('student')
    await student.call(api.selectClass, { body: { classId: chosen.id } })
    const { admin, outcome } = await grant(chosen.runId, student.user.email.toUpperCase())
    const { insertedId } = await outcome
    expect(await readSeats(application, chosen)).toEqual({ seats: 9, enroll: 1 })
    const query = { email: student.user.email }
    expect(await student.call(api.listCart, { query })).toEqual([])
    expect(await student.call(api.listEnrolledClasses, { query })).toMatchObject([{ _id: insertedId }])
    expect(await student.call(api.listPayments, { query })).toEqual([])
    const [entry] = await admin.call(api.listActivity, { query: {} })
    expect(entry).toMatchObject({ deed: 'student_enrolled', subject: chosen.name, words: 'Won the prize' })
    const roster = await admin.call(api.listStudents, { params: { id: chosen.id } })
    expect(roster).toMatchObject([{ _id: insertedId, source: 'granted', runId: chosen.runId }])
    await application.runJobs()
    const emails = await application.readEmails()
    const email = emails.find(({ subject }) => subject === `You are enrolled: ${chosen.name}`)
    expect(email?.text).toContain('When: without a fixed date\n\nWhere: not decided yet')
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('is refused without a free seat, twice, for unknown people, without a reason, and to others', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const [first, second] = [await application.signedIn('student'), await application.signedIn('student')]
    const code = async (...input: Parameters<typeof grant>) => catchCode((await grant(...input)).outcome)
    expect(await code(chosen.runId, 'unknown@example.test')).toBe('NOT_FOUND')
    expect(await code(chosen.runId, first.user.email, '  ')).toBe('INVALID_INPUT')
    await (await grant(chosen.runId, first.user.email)).outcome
    expect(await code(chosen.runId, first.user.email)).toBe('ALREADY_ENROLLED')
    expect(await code(chosen.runId, second.user.email)).toBe('SEATS_GONE')
    for (const role of ['student', 'instructor'] as const) {
      const other = await application.signedIn(role)
      const body = { email: other.user.email, reason: 'me' }
      expect(await catchCode(other.call(api.grantEnrolment, { params: { id: chosen.runId }, body }))).toBe(
        'NOT_ALLOWED',
      )
    }
  })

  it('is refused while whoever registered the address has not confirmed it, and not for a record that waits', async () => {
    const { db } = application.services
    const chosen = await makeClass(db)
    const stranger = await makeUser(db, 'student', { identityId: 'somebody', emailConfirmed: false })
    const waiting = await makeUser(db, 'student')
    const { outcome } = await grant(chosen.runId, stranger.email)
    expect(await catchCode(outcome)).toBe('EMAIL_NOT_CONFIRMED')
    expect(await readSeats(application, chosen)).toEqual({ seats: 10, enroll: 0 })
    await (await grant(chosen.runId, waiting.email)).outcome
    await db.update(users).set({ emailConfirmed: true }).where(eq(users.id, stranger.id))
    await (await grant(chosen.runId, stranger.email)).outcome
    expect(await readSeats(application, chosen)).toEqual({ seats: 8, enroll: 2 })
  })

  it('is ended by an admin, who gets the seat back, and the student is e-mailed; a paid enrolment is not', async () => {
    const chosen = await makeClass(application.services.db)
    const [student, buyer] = [await application.signedIn('student'), await application.signedIn('student')]
    const { admin, outcome } = await grant(chosen.runId, student.user.email)
    const { insertedId: id } = await outcome
    await buy(buyer, chosen)
    const [paid] = await buyer.call(api.listEnrolledClasses, { query: { email: buyer.user.email } })
    const end = (enrolment: string) => admin.call(api.endEnrolment, { params: { id: enrolment } })
    expect(await catchCode(end(paid?._id ?? ''))).toBe('PAID_ENROLMENT')
    expect(await catchCode(student.call(api.endEnrolment, { params: { id } }))).toBe('NOT_ALLOWED')
    expect(await end(id)).toEqual({ deletedCount: 1 })
    const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    const ended = emails.find(({ subject }) => subject === `Your enrolment has ended: ${chosen.name}`)
    expect(ended?.text).toContain(`${chosen.name} (without a fixed date)`)
    expect(await catchCode(end(id))).toBe('NOT_FOUND')
    expect(await readSeats(application, chosen)).toEqual({ seats: 9, enroll: 1 })
  })
})
