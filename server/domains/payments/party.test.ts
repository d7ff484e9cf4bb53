import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { NewTerms } from '#contract/terms.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { toClockTime } from '../../platform/zoned-time.ts'
import { remind } from '../calendar/due-reminders.ts'
import { classes } from '../classes/classes.table.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const DAY = 24 * 3_600_000

const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>

/** A buyer of so many seats of a date in ten days. */
async function makeParty(count = 3) {
  const { db } = application.services
  const body = NewTerms.parse({ name: 'Party', free_days: 14 })
  const { insertedId: termsId } = await admin.call(api.addTerms, { body })
  const made = await makeClass(db, { termsId })
  const run = await makeRun(db, made.id, { startsAt: Date.now() + 10 * DAY, seats: 6 })
  await db.delete(runs).where(eq(runs.id, made.runId))
  const chosen = { ...made, runId: run.id }
  const buyer = await signIn()
  await buy(buyer, { ...chosen, party: count })
  const start = (startsAt: number) => db.update(runs).set({ startsAt }).where(eq(runs.id, run.id))
  return { chosen, buyer, runId: run.id, start }
}

const own = ({ user }: Student) => ({ query: { email: user.email } })
const listSeats = (student: Visitor) => student.call(api.listSeats)
const listClasses = async (student: Student) =>
  (await student.call(api.listEnrolledClasses, own(student))).map(({ _id }) => _id)
const readToken = (link: string | null | undefined) => new URL(link ?? 'http://none').searchParams.get('token') ?? ''
/** Returns the second seat of a buyer, with the token of its link. */
async function readSecond(buyer: Visitor) {
  const second = (await listSeats(buyer)).find(({ seat }) => seat === 2)
  return { id: second?._id ?? '', token: readToken(second?.link) }
}
const claim = (student: Visitor, token: string) => student.call(api.claimSeat, { body: { token } })
const withdraw = (student: Visitor, id: string) => student.call(api.withdrawSeatLink, { params: { id } })
const name = (student: Visitor, id: string, child: string | null) =>
  student.call(api.nameGuest, { params: { id }, body: { name: child } })
const readRoster = async (runId: string) => admin.call(api.listRunStudents, { params: { id: runId } })
const readSubjects = async (email: string) =>
  (await application.readEmails()).filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)
const expectNoDiscrepancies = async () => expect((await readAudit(application)).discrepancies).toEqual([])

describe('the link of a further seat', () => {
  it('says to who has it which class, date and buyer it is of, until it is claimed, withdrawn or the date begins', async () => {
    const { chosen, buyer, start } = await makeParty(4)
    const { id, token } = await readSecond(buyer)
    const read = (link: string) => application.visitor.call(api.readSeatLink, { body: { token: link } })
    const offered = await read(token)
    expect(offered).toMatchObject({ className: chosen.name, buyer: buyer.user.name, time_zone: 'Europe/Oslo' })
    expect(Object.keys(offered).toSorted()).toEqual(['buyer', 'className', 'starts', 'starts_at', 'time_zone'])
    expect(await catchCode(read(`${token}x`))).toBe('NOT_FOUND')
    await withdraw(buyer, id)
    expect(await catchCode(read(token))).toBe('NOT_FOUND')
    const { token: next } = await readSecond(buyer)
    await claim(await signIn(), next)
    expect(await catchCode(read(next))).toBe('NOT_FOUND')
    const third = readToken((await listSeats(buyer)).find(({ seat }) => seat === 3)?.link)
    expect(await read(third)).toMatchObject({ className: chosen.name })
    await start(Date.now() - 1)
    expect(await catchCode(read(third))).toBe('NOT_FOUND')
  })

  it('makes who claims it the student, once, while payment and refund stay the buyer’s; both are notified', async () => {
    const { chosen, buyer, runId } = await makeParty()
    const seats = await listSeats(buyer)
    expect(seats.map(({ seat, link }) => [seat, link !== null])).toEqual([
      [1, false],
      [2, true],
      [3, true],
    ])
    const { id, token } = await readSecond(buyer)
    const student = await signIn()
    expect(await claim(student, token)).toEqual({ insertedId: id })
    expect(await claim(student, token)).toEqual({ insertedId: id })
    expect(await listClasses(student)).toEqual([id])
    expect(await student.call(api.getEnrolledClass, { params: { id } })).toMatchObject({ className: chosen.name })
    expect(await listClasses(buyer)).toHaveLength(1)
    expect(await catchCode(claim(await signIn(), token))).toBe('NOT_FOUND')
    expect((await listSeats(buyer)).find(({ _id }) => _id === id)).toMatchObject({
      ...{ student: student.user.name, link: null, seat: 2 },
    })
    const roster = await readRoster(runId)
    expect(roster.map(({ name: who, seat }) => [who, seat]).toSorted()).toEqual(
      [
        [buyer.user.name, 1],
        [buyer.user.name, 3],
        [student.user.name, 1],
      ].toSorted(),
    )
    expect(await readSubjects(student.user.email)).toEqual([`${buyer.user.name} has given you a place: ${chosen.name}`])
    expect(await readSubjects(buyer.user.email)).toContain(`${student.user.name} has claimed a seat: ${chosen.name}`)
    expect(
      (await buyer.call(api.listPayments, own(buyer))).filter((one) => one.student === student.user.name),
    ).toHaveLength(1)
    expect(await student.call(api.listPayments, own(student))).toEqual([])
    expect(await readSeats(application, { runId })).toEqual({ seats: 3, enroll: 3 })
    await expectNoDiscrepancies()
  })

  it('is refused to unconfirmed addresses, to who is in the class, to the buyer, and without an account', async () => {
    const { buyer } = await makeParty()
    const { token } = await readSecond(buyer)
    expect(await catchCode(claim(await application.signedIn('student'), token))).toBe('EMAIL_NOT_CONFIRMED')
    expect(await catchCode(claim(buyer, token))).toBe('ALREADY_ENROLLED')
    const student = await signIn()
    await claim(student, token)
    const third = (await listSeats(buyer)).find(({ seat }) => seat === 3)
    expect(await catchCode(claim(student, readToken(third?.link)))).toBe('ALREADY_ENROLLED')
    expect(await catchCode(claim(application.visitor, token))).toBe('NOT_SIGNED_IN')
  })

  it.each(['', 'x', 'a.b', `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.1.forged`, '\u0000', 'é'.repeat(200)])(
    'is not guessed: %j',
    async (token) => {
      expect(['NOT_FOUND', 'INVALID_INPUT']).toContain(await catchCode(claim(await signIn(), token)))
    },
  )

  it('no longer works once the buyer has withdrawn it, when another one takes its place', async () => {
    const { buyer } = await makeParty()
    const { id, token } = await readSecond(buyer)
    expect(await withdraw(buyer, id)).toEqual({ modifiedCount: 1 })
    const student = await signIn()
    expect(await catchCode(claim(student, token))).toBe('NOT_FOUND')
    await claim(student, (await readSecond(buyer)).token)
    expect(await catchCode(withdraw(buyer, id))).toBe('NOT_FOUND')
  })

  it('ends with the start of the date, with the cancellation of its seat, and where the class is withdrawn', async () => {
    const { buyer, start } = await makeParty()
    const { id, token } = await readSecond(buyer)
    await start(Date.now() - 60_000)
    expect(await catchCode(claim(await signIn(), token))).toBe('RUN_CLOSED')
    expect((await listSeats(buyer)).every(({ link }) => link === null)).toBe(true)
    expect(await catchCode(withdraw(buyer, id))).toBe('RUN_CLOSED')
    expect(await catchCode(name(buyer, id, 'Mia'))).toBe('RUN_CLOSED')
    const other = await makeParty()
    const second = await readSecond(other.buyer)
    for (const { _id } of await other.buyer.call(api.listPayments, own(other.buyer)))
      await other.buyer.call(api.cancelPayment, { params: { id: _id }, body: {} })
    expect(await catchCode(claim(await signIn(), second.token))).toBe('NOT_FOUND')
    const gone = await makeParty()
    const last = await readSecond(gone.buyer)
    await admin.call(api.withdrawClass, { params: { id: gone.chosen.id } })
    expect(await catchCode(claim(await signIn(), last.token))).toBe('RUN_CLOSED')
    expect(await catchCode(application.visitor.call(api.readSeatLink, { body: { token: last.token } }))).toBe(
      'NOT_FOUND',
    )
    expect((await listSeats(gone.buyer)).every(({ link }) => link === null)).toBe(true)
  })

  it('works where the instructor has left, as the date takes place', async () => {
    const { buyer, chosen } = await makeParty()
    await application.services.db.update(classes).set({ archivedAt: Date.now() }).where(eq(classes.id, chosen.id))
    const { id, token } = await readSecond(buyer)
    await name(buyer, id, 'Mia')
    await name(buyer, id, null)
    const student = await signIn()
    const next = (await readSecond(buyer)).token
    expect(next).not.toBe(token)
    await student.call(api.readSeatLink, { body: { token: next } })
    await claim(student, next)
    expect(await listClasses(student)).toEqual([id])
  })

  it('is claimed by one of two people at once', async () => {
    const { buyer, runId } = await makeParty()
    const { token } = await readSecond(buyer)
    const students = [await signIn(), await signIn()]
    const outcomes = await Promise.all(
      students.map((student) =>
        claim(student, token).then(
          () => 'OK',
          (error) => error.code,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['NOT_FOUND', 'OK'])
    expect(await readSeats(application, { runId })).toEqual({ seats: 3, enroll: 3 })
    await expectNoDiscrepancies()
  })

  it('and the cancellation of its buyer at once leave either a student who is notified of the end, or none', async () => {
    for (let round = 0; round < 5; round++) {
      const { chosen, buyer, runId } = await makeParty()
      const { id, token } = await readSecond(buyer)
      const student = await signIn()
      const [row] = await application.services.db.select().from(enrolments).where(eq(enrolments.id, id))
      const params = { id: row?.paymentId ?? '' }
      const [claimed, canceled] = await Promise.allSettled([
        claim(student, token),
        buyer.call(api.cancelPayment, { params, body: {} }),
      ])
      expect(canceled.status).toBe('fulfilled')
      expect(await listClasses(student)).toEqual([])
      expect(await readSeats(application, { runId })).toEqual({ seats: 4, enroll: 2 })
      const isNotified = (await readSubjects(student.user.email)).includes(`Your enrolment has ended: ${chosen.name}`)
      expect(isNotified).toBe(claimed.status === 'fulfilled')
    }
    await expectNoDiscrepancies()
  })

  it('of a claimed seat whose payment is refunded: the student is notified, and the buyer gets the money', async () => {
    const { chosen, buyer } = await makeParty()
    const { id, token } = await readSecond(buyer)
    const student = await signIn()
    await claim(student, token)
    const [row] = await application.services.db.select().from(enrolments).where(eq(enrolments.id, id))
    await admin.call(api.refundPayment, { params: { id: row?.paymentId ?? '' }, body: {} })
    expect(await readSubjects(student.user.email)).toContain(`Your enrolment has ended: ${chosen.name}`)
    expect(await catchCode(student.call(api.getEnrolledClass, { params: { id } }))).toBe('ENROLMENT_ENDED')
    await application.runJobs()
    expect((await buyer.call(api.listPayments, own(buyer))).filter(({ status }) => status === 'refunded')).toHaveLength(
      1,
    )
    await expectNoDiscrepancies()
  })
})

describe('who has claimed a seat', () => {
  /** A student who has claimed the second seat of a buyer. */
  async function makeClaimed() {
    const { chosen, buyer, runId } = await makeParty(2)
    const { token } = await readSecond(buyer)
    const student = await signIn()
    await claim(student, token)
    return { chosen, buyer, student, runId }
  }
  const readTexts = async ({ user }: Student, subject: string) =>
    (await application.readEmails())
      .filter((email) => email.to?.[0]?.address === user.email && email.subject?.startsWith(subject))
      .map(({ text }) => text ?? '')

  it('reads at once and once that the date is canceled, and of no refund, which the buyer gets', async () => {
    const { buyer, student, runId } = await makeClaimed()
    await admin.call(api.cancelRun, { params: { id: runId } })
    expect(await readTexts(student, 'Canceled: ')).toHaveLength(1)
    await application.runJobs()
    // The other e-mail is that of the claim. Jobs send both, in any order.
    expect(await readTexts(student, '')).toHaveLength(2)
    const [text = ''] = await readTexts(student, 'Canceled: ')
    expect(text).toContain('is canceled. We are sorry.')
    expect(text).not.toContain('refunding')
    const [refunded, ...more] = await readTexts(buyer, 'Canceled: ')
    expect(more).toEqual([])
    expect(refunded).toContain('We are refunding $99.98 to your card.')
    expect(refunded?.match(/View and print receipt \d+/g)).toHaveLength(2)
    await expectNoDiscrepancies()
  })

  it('reads that the class is withdrawn', async () => {
    const { chosen, student } = await makeClaimed()
    await admin.call(api.withdrawClass, { params: { id: chosen.id } })
    await application.runJobs()
    expect(await readTexts(student, 'Withdrawn: ')).toHaveLength(1)
    expect(await readTexts(student, 'Your enrolment has ended')).toEqual([])
  })

  it('is not offered a full refund where the school moves the date, which the buyer is', async () => {
    const { buyer, student, runId } = await makeClaimed()
    const [starts, ends] = [10, 12].map((hour) => toClockTime(Date.now() + 20 * DAY + hour * 3_600_000, 'Europe/Oslo'))
    await admin.call(api.changeRun, { params: { id: runId }, body: { sessions: [{ starts, ends }] } as never })
    const [text] = await readTexts(student, 'Changed')
    const [ofBuyer] = await readTexts(buyer, 'Changed')
    expect(ofBuyer).toContain('cancel and get the full amount back')
    expect(text).toContain('you can move to another date')
    expect(text).not.toContain('full amount')
  })

  it('reads of the end where all of the money goes back at the provider', async () => {
    const { chosen, buyer, student } = await makeClaimed()
    const [payment] = await buyer.call(api.listPayments, own(buyer))
    await application.sandbox?.stripe.refunds.create({ payment_intent: payment?.transactionId ?? '' })
    await expect.poll(() => listClasses(student)).toEqual([])
    expect(await readSubjects(student.user.email)).toContain(`Your enrolment has ended: ${chosen.name}`)
  })
})

describe('a child without an account', () => {
  it('has a seat by name: one parent books for three children, whose names are on the lists, and gets one e-mail', async () => {
    const { chosen, buyer, runId, start } = await makeParty(3)
    const seats = await listSeats(buyer)
    for (const [index, child] of ['Mia Berg', 'Ole Berg', 'Åse Berg'].entries())
      expect(await name(buyer, seats[index]?._id ?? '', child)).toEqual({ modifiedCount: 1 })
    const roster = await readRoster(runId)
    expect(roster.map((one) => [one.name, one.booked_by, one.email])).toEqual(
      ['Åse Berg', 'Mia Berg', 'Ole Berg'].map((child) => [child, buyer.user.name, buyer.user.email]),
    )
    const csv = await admin.call(api.exportRunStudents, { params: { id: runId } })
    expect(csv).toContain(`"Mia Berg","${buyer.user.name}","${buyer.user.email}"`)
    const found = await admin.call(api.listStudents, { params: { id: chosen.id }, query: { q: 'ole' } })
    expect(found).toMatchObject([{ name: 'Ole Berg', booked_by: buyer.user.name }])
    expect((await listSeats(buyer)).map(({ guest, link }) => [guest, link])).toEqual(
      ['Mia Berg', 'Ole Berg', 'Åse Berg'].map((child) => [child, null]),
    )
    expect(await listClasses(buyer)).toHaveLength(1)
    const { _id: id = '' } = (await admin.call(api.listRuns, { params: { id: chosen.id } }))[0]?.sessions[0] ?? {}
    if (id) {
      const attending = await admin.call(api.listAttendance, { params: { id } })
      expect(attending.map((one) => one.name)).toEqual(expect.arrayContaining(['Mia Berg', 'Ole Berg', 'Åse Berg']))
    }
    const before = (await readSubjects(buyer.user.email)).length
    await remind(application.services, Date.now() + 8 * DAY + 3_600_000)
    expect((await readSubjects(buyer.user.email)).length - before).toBe(1)
    expect(await buyer.call(api.getOwnData)).toMatchObject({ seats: [{ guest: 'Mia Berg' }, {}, {}] })
    await start(Date.now() + 10 * DAY)
  })

  it('ends the link of its seat, which has another one once the name is removed', async () => {
    const { buyer } = await makeParty()
    const { id, token } = await readSecond(buyer)
    await name(buyer, id, 'Mia Berg')
    expect(await catchCode(claim(await signIn(), token))).toBe('NOT_FOUND')
    await name(buyer, id, null)
    expect(await catchCode(claim(await signIn(), token))).toBe('NOT_FOUND')
    await claim(await signIn(), (await readSecond(buyer)).token)
  })

  it.each(['', '   ', 'x'.repeat(201), 'two\nlines', 5])('has no name such as %j', async (child) => {
    const { buyer } = await makeParty(1)
    const [seat] = await listSeats(buyer)
    expect(await catchCode(name(buyer, seat?._id ?? '', child as string))).toBe('INVALID_INPUT')
  })

  it('is in the data of the parent and forgotten with the account, also in classes of the past', async () => {
    const { buyer, runId, start } = await makeParty(2)
    const [first, second] = await listSeats(buyer)
    await name(buyer, first?._id ?? '', 'Mia Berg')
    await name(buyer, second?._id ?? '', 'Ole Berg')
    await start(Date.now() - 30 * DAY)
    await application.services.db
      .update(runs)
      .set({ endsAt: Date.now() - 29 * DAY })
      .where(eq(runs.id, runId))
    expect(await listSeats(buyer)).toEqual([])
    expect(await buyer.call(api.getOwnData)).toMatchObject({ seats: [{ guest: 'Mia Berg' }, { guest: 'Ole Berg' }] })
    await admin.call(api.deleteUser, { params: { id: buyer.user.id } })
    const rows = await application.services.db.select().from(enrolments).where(eq(enrolments.runId, runId))
    expect(rows.map(({ guestName }) => guestName)).toEqual([null, null])
  })

  it('gives way to a substitute, whose own name is on the lists', async () => {
    const { buyer, runId } = await makeParty(1)
    const [seat] = await listSeats(buyer)
    const id = seat?._id ?? ''
    await name(buyer, id, 'Mia Berg')
    const { user } = await signIn()
    await buyer.call(api.nameSubstitute, { params: { id }, body: { email: user.email, name: 'Leo Brandt' } })
    expect((await readRoster(runId)).map((one) => [one.name, one.booked_by])).toEqual([[user.name, null]])
  })
})

it('seats of others are unknown to strangers, instructors and admins, and so is a seat that was given away to its buyer', async () => {
  const { buyer } = await makeParty()
  const { id, token } = await readSecond(buyer)
  for (const stranger of [await signIn(), await application.signedIn('instructor'), admin]) {
    expect(await catchCode(withdraw(stranger, id))).toBe('NOT_FOUND')
    expect(await catchCode(name(stranger, id, 'Mia'))).toBe('NOT_FOUND')
    expect((await listSeats(stranger)).map(({ _id }) => _id)).not.toContain(id)
  }
  for (const unknown of ['nonsense', '00000000-0000-4000-8000-000000000000'])
    expect(await catchCode(name(buyer, unknown, 'Mia'))).toBe('NOT_FOUND')
  const student = await signIn()
  await claim(student, token)
  for (const someone of [buyer, student]) {
    expect(await catchCode(name(someone, id, 'Mia'))).toBe('NOT_FOUND')
    expect(await catchCode(withdraw(someone, id))).toBe('NOT_FOUND')
  }
  const visitor = application.visitor
  expect(await catchCode(listSeats(visitor))).toBe('NOT_SIGNED_IN')
  expect(await catchCode(withdraw(visitor, id))).toBe('NOT_SIGNED_IN')
  expect(await catchCode(name(visitor, id, 'Mia'))).toBe('NOT_SIGNED_IN')
})
