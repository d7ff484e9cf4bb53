import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { ChoiceRequest } from '#contract/choices.ts'
import type { StartedMove } from '#contract/moves.ts'
import { NewTerms } from '#contract/terms.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { beginPaying, buy, buyAll, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { attendance } from '../attendance/attendance.table.ts'
import { runSessions } from '../classes/runs/runs.table.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'
import { users } from '../users/users.table.ts'
import { endOverdue } from './choices.ts'
import { payments } from './payments.table.ts'

const application = openForThisFile({}, { choiceDays: 7 })
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>

/** A class with two dates. */
async function makeDates({ price = 4_000, otherPrice = 4_000, seats = 5, terms = {} as Partial<NewTerms> } = {}) {
  const { db } = application.services
  const { insertedId: termsId } = await admin.call(api.addTerms, {
    body: NewTerms.parse({ name: 'Choices', ...terms }),
  })
  const chosen = await makeClass(db, { listPriceMinor: price, termsId })
  const run = await makeRun(db, chosen.id, { seats: 5, startsAt: Date.now() + 40 * DAY_MS })
  const other = await makeRun(db, chosen.id, { seats, listPriceMinor: otherPrice, startsAt: Date.now() + 50 * DAY_MS })
  const cancel = async () => {
    await admin.call(api.cancelRun, { params: { id: run.id } })
    await finish()
  }
  return { chosen: { ...chosen, runId: run.id }, run, other, cancel }
}

async function finish() {
  for (let round = 0; round < 2; round++) await application.runJobs()
}

const choose = (who: Visitor, run: { id: string }, body: ChoiceRequest) =>
  who.call(api.chooseForRun, { params: { id: run.id }, body })
const listPayments = (who: Student) => who.call(api.listPayments, { query: { email: who.user.email } })
const readCredit = async (who: Visitor) => (await who.call(api.getCredit)).balance
const emailsTo = async ({ user }: Student) =>
  (await application.readEmails()).filter(({ to }) => to?.[0]?.address === user.email)
const expectNoDiscrepancies = async () => expect((await readAudit(application)).discrepancies).toEqual([])

async function claim(buyer: Student, friend: Student) {
  const link = (await buyer.call(api.listSeats)).find((seat) => seat.link !== null)?.link ?? ''
  await friend.call(api.claimSeat, { body: { token: new URL(link).searchParams.get('token') ?? '' } })
}

describe('a buyer who chooses another date', () => {
  it('gives up the seat of it that they are paying for, so that no seat is held twice', async () => {
    const { chosen, run, other, cancel } = await makeDates({ seats: 1 })
    const buyer = await signIn()
    await buy(buyer, chosen)
    await cancel()
    const { clientSecret } = await beginPaying(buyer, { ...chosen, runId: other.id })
    expect(await choose(buyer, run, { choice: 'date', runId: other.id })).toEqual({ modifiedCount: 1 })
    expect(await readSeats(application, { runId: other.id })).toMatchObject({ seats: 0, enroll: 1 })
    await expectNoDiscrepancies()
    expect((await confirmCard(buyer, clientSecret)).statusCode).toBeGreaterThanOrEqual(400)
    expect(await listPayments(buyer)).toMatchObject([{ status: 'paid', refunded: 0, ended: null }])
  })

  it('reads that they have paid for a seat in the meantime, and chooses something else', async () => {
    const { chosen, run, other, cancel } = await makeDates()
    const buyer = await signIn()
    await buy(buyer, chosen)
    await cancel()
    const { clientSecret } = await beginPaying(buyer, { ...chosen, runId: other.id })
    await confirmCard(buyer, clientSecret)
    const code = await catchCode(choose(buyer, run, { choice: 'date', runId: other.id }))
    expect(['ALREADY_PAID', 'ALREADY_ENROLLED']).toContain(code)
    expect(await choose(buyer, run, { choice: 'credit' })).toEqual({ modifiedCount: 1 })
    expect(await readSeats(application, { runId: other.id })).toMatchObject({ enroll: 1 })
    await expectNoDiscrepancies()
  })

  it('does not give the seat that they hold for themselves to the person who has claimed one of their seats', async () => {
    const { chosen, run, other, cancel } = await makeDates({ seats: 1 })
    const [buyer, friend] = [await signIn(), await signIn()]
    await buyAll(buyer, [{ ...chosen, party: 2 }])
    await claim(buyer, friend)
    const own = (await listPayments(buyer)).find(({ student }) => student === null)
    await buyer.call(api.cancelPayment, { params: { id: own?._id ?? '' } })
    const { clientSecret } = await beginPaying(buyer, { ...chosen, runId: other.id })
    await cancel()
    expect(await catchCode(choose(buyer, run, { choice: 'date', runId: other.id }))).toBe('SEATS_HELD')
    await confirmCard(buyer, clientSecret)
    await buyer.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await readSeats(application, { runId: other.id })).toMatchObject({ seats: 0, enroll: 1 })
    await expectNoDiscrepancies()
  })
})

describe('a buyer of several seats', () => {
  it('reads which seats have another date, and the student of one reads of it alone', async () => {
    const { chosen, run, other, cancel } = await makeDates()
    const [buyer, friend] = [await signIn(), await signIn()]
    await buyAll(buyer, [{ ...chosen, party: 3 }])
    await claim(buyer, friend)
    const child = (await buyer.call(api.listSeats)).find(({ link }) => link !== null)
    await buyer.call(api.nameGuest, { params: { id: child?._id ?? '' }, body: { name: 'Ada' } })
    await cancel()
    await choose(buyer, run, { choice: 'date', runId: other.id })
    await finish()
    const readMoved = async (who: Student) =>
      (await emailsTo(who)).find(({ subject }) => /Your date has changed|We have moved/.test(subject ?? ''))?.text
    const text = await readMoved(buyer)
    expect(text).toContain('3 seats: ')
    for (const name of [buyer.user.name, friend.user.name, 'Ada']) expect(text?.split('3 seats: ')[1]).toContain(name)
    expect(await readMoved(friend)).not.toMatch(/seats?: /)
  })

  it('may choose a full date where the offers of all their people and its free seats are enough together', async () => {
    const { chosen, run, other, cancel } = await makeDates({ seats: 3 })
    const [buyer, friend, third, ...guests] = await Promise.all([1, 2, 3, 4, 5, 6].map(signIn))
    if (!buyer || !friend || !third) throw new Error('no one has signed in')
    const granted: string[] = []
    for (const { user } of guests) {
      const body = { email: user.email, reason: 'Guest' }
      granted.push((await admin.call(api.grantEnrolment, { params: { id: other.id }, body })).insertedId)
    }
    await buyAll(buyer, [{ ...chosen, party: 3 }])
    await claim(buyer, friend)
    await claim(buyer, third)
    await cancel()
    for (const who of [buyer, friend]) await who.call(api.joinWaitingList, { params: { id: other.id } })
    const end = (id = '') => admin.call(api.endEnrolment, { params: { id } })
    const listDates = async () => (await buyer.call(api.getRunChoice, { params: { id: run.id } })).dates
    for (const id of granted.slice(0, 2)) await end(id)
    await finish()
    expect(await listDates()).toEqual([])
    expect(await catchCode(choose(buyer, run, { choice: 'date', runId: other.id }))).toBe('TOO_FEW_SEATS')
    await end(granted[2])
    expect(await listDates()).toMatchObject([{ runId: other.id }])
    expect(await choose(buyer, run, { choice: 'date', runId: other.id })).toEqual({ modifiedCount: 1 })
    expect(await readSeats(application, { runId: other.id })).toMatchObject({ seats: 0, enroll: 3 })
    await expectNoDiscrepancies()
  })

  it('may choose a full date where their own offer of fewer seats and its free seats are enough together', async () => {
    const { chosen, run, other, cancel } = await makeDates({ seats: 3 })
    const [buyer, ...guests] = await Promise.all([1, 2, 3, 4].map(signIn))
    if (!buyer) throw new Error('no one has signed in')
    const granted: string[] = []
    for (const { user } of guests) {
      const body = { email: user.email, reason: 'Guest' }
      granted.push((await admin.call(api.grantEnrolment, { params: { id: other.id }, body })).insertedId)
    }
    await buyAll(buyer, [{ ...chosen, party: 3 }])
    await cancel()
    await buyer.call(api.joinWaitingList, { params: { id: other.id } })
    for (const id of granted) await admin.call(api.endEnrolment, { params: { id } })
    await finish()
    const { dates } = await buyer.call(api.getRunChoice, { params: { id: run.id } })
    expect(dates).toMatchObject([{ runId: other.id }])
    expect(await choose(buyer, run, { choice: 'date', runId: other.id })).toEqual({ modifiedCount: 1 })
    expect(await readSeats(application, { runId: other.id })).toMatchObject({ seats: 0, enroll: 3 })
    await expectNoDiscrepancies()
  })
})

describe('a student with lessons in the canceled date', () => {
  it('can move on from the date that they have chosen, until they have had lessons there', async () => {
    const { db } = application.services
    const { chosen, run, other, cancel } = await makeDates()
    const third = await makeRun(db, chosen.id, { seats: 5 })
    const buyer = await signIn()
    await buy(buyer, chosen)
    const attend = async ({ id }: { id: string }) => {
      const [enrolment] = await db.select().from(enrolments).where(eq(enrolments.userId, buyer.user.id))
      const [session] = await db.select().from(runSessions).where(eq(runSessions.runId, id))
      const ids = { enrolmentId: enrolment?.id ?? '', sessionId: session?.id ?? '' }
      await db.insert(attendance).values({ ...ids, createdAt: Date.now() })
    }
    await attend(run)
    await cancel()
    await choose(buyer, run, { choice: 'date', runId: other.id })
    const quote = () => buyer.call(api.getMove, { params: { id: other.id }, query: { runId: third.id } })
    expect(await quote()).toMatchObject({ credit: 0 })
    await attend(other)
    expect(await catchCode(quote())).toBe('RUN_CLOSED')
  })
})

describe('a link to pay for a move', () => {
  it.each(['canceled', 'withdrawn'])(
    'ends with the seat, and frees those that it holds, once its date is %s',
    async (end) => {
      const { chosen, cancel } = await makeDates()
      const elsewhere = await makeClass(application.services.db, { seats: 2, listPriceMinor: 6_000 })
      const buyer = await signIn()
      await buyAll(buyer, [{ ...chosen, party: 2 }])
      const [seat] = await buyer.call(api.listSeats)
      const body = { runId: elsewhere.runId, seats: 'all', difference: 'charge' } as const
      const moved = await admin.call(api.moveStudent, { params: { id: seat?._id ?? '' }, body })
      expect(moved.held_until).not.toBeNull()
      const next = await signIn()
      expect(await catchCode(beginPaying(next, elsewhere))).toBe('SEATS_HELD')
      if (end === 'canceled') await cancel()
      else await admin.call(api.withdrawClass, { params: { id: chosen.id } })
      await finish()
      await buy(await signIn(), elsewhere)
      await expectNoDiscrepancies()
    },
  )
})

describe('a choice during the deletion of an account', () => {
  it.each([
    ['the buyer', 'credit', 'NOT_SIGNED_IN'],
    ['the person who has claimed a seat', 'date', 'RUN_CLOSED'],
  ] as const)(
    'waits for it where %s is deleted, and gives a deleted account neither credit nor a seat',
    async (who, choice, code) => {
      const { db } = application.services
      const { chosen, run, other, cancel } = await makeDates()
      const [buyer, friend] = [await signIn(), await signIn()]
      await buyAll(buyer, [{ ...chosen, party: 2 }])
      await claim(buyer, friend)
      await cancel()
      const isDeleted = eq(users.id, (who === 'the buyer' ? buyer : friend).user.id)
      const body = choice === 'date' ? { choice, runId: other.id } : { choice }
      const { made } = await db.transaction(async (tx) => {
        await tx.select().from(users).where(isDeleted).for('update')
        const outcome = choose(buyer, run, body).then(
          () => 'OK',
          (error: { code: string }) => error.code,
        )
        await new Promise((resolve) => setTimeout(resolve, 300))
        await tx.update(users).set({ deletedAt: Date.now() }).where(isDeleted)
        return { made: outcome }
      })
      expect(await made).toBe(code)
      expect(await readSeats(application, { runId: other.id })).toMatchObject({ enroll: 0 })
    },
  )
})

describe('a seat of which a substitute has paid for a move', () => {
  /** The buyer has paid $40 for it, and the substitute $20 for the canceled date. */
  async function makeMoved() {
    const { chosen, run, other } = await makeDates({ otherPrice: 6_000 })
    const cheap = await makeRun(application.services.db, chosen.id, { seats: 5, listPriceMinor: 2_000 })
    const [buyer, friend] = [await signIn(), await signIn()]
    await buy(buyer, chosen)
    const [enrolled] = await buyer.call(api.listEnrolledClasses, { query: { email: buyer.user.email } })
    const body = { email: friend.user.email, name: 'Leo Brandt' }
    await buyer.call(api.nameSubstitute, { params: { id: enrolled?._id ?? '' }, body })
    const move = { params: { id: run.id }, body: { runId: other.id, expected_due: 20 } }
    const { clientSecret } = (await friend.call(api.moveEnrolment, move)) as StartedMove
    await confirmCard(friend, clientSecret ?? '')
    await friend.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret ?? '') } })
    await admin.call(api.cancelRun, { params: { id: other.id } })
    await finish()
    return { buyer, friend, other, cheap }
  }
  const readCredits = (...all: Student[]) => Promise.all(all.map(readCredit))

  it('returns to each what they have paid, and says no other amount to the buyer', async () => {
    const { buyer, friend, other } = await makeMoved()
    expect(await buyer.call(api.getRunChoice, { params: { id: other.id } })).toMatchObject({ refund: 40, credit: 0 })
    const offer = (await emailsTo(buyer)).find(({ subject }) => subject?.startsWith('Canceled'))
    expect(offer?.text).toContain('$40.00 back to your card')
    await choose(buyer, other, { choice: 'credit' })
    expect(await readCredits(buyer, friend)).toEqual([40, 20])
    await finish()
    const subjects = (await emailsTo(friend)).map(({ subject }) => subject?.split(' ')[0])
    expect(subjects.filter((word) => word === 'Canceled:' || word === 'Refund').sort()).toEqual(['Canceled:', 'Refund'])
    await expectNoDiscrepancies()
  })

  it('gives each their part of what a cheaper date costs less, and tells both', async () => {
    const { buyer, friend, other, cheap } = await makeMoved()
    const { dates } = await buyer.call(api.getRunChoice, { params: { id: other.id } })
    expect(dates.find(({ runId }) => runId === cheap.id)?.credit).toBe(20)
    await choose(buyer, other, { choice: 'date', runId: cheap.id })
    await finish()
    expect(await readCredits(buyer, friend)).toEqual([20, 20])
    for (const who of [buyer, friend]) {
      const texts = (await emailsTo(who)).map(({ text }) => text ?? '')
      expect(texts.filter((text) => text.includes('You have $20.00 more credit.'))).toHaveLength(1)
    }
    await expectNoDiscrepancies()
  })
})

describe('the money of several seats', () => {
  it('comes back with one e-mail, whether the buyer chooses or not', async () => {
    for (const choice of ['money', 'credit', null] as const) {
      const { chosen, run, cancel } = await makeDates()
      const buyer = await signIn()
      await buyAll(buyer, [{ ...chosen, party: 3 }])
      await cancel()
      if (choice) await choose(buyer, run, { choice })
      else await endOverdue(application.services, Date.now() + 8 * DAY_MS)
      await finish()
      const emails = (await emailsTo(buyer)).filter(({ subject }) => subject?.startsWith('Refund'))
      expect(emails.map(({ text }) => text)).toEqual([expect.stringContaining('$120.00')])
      expect(await listPayments(buyer)).toMatchObject(Array(3).fill({ status: 'refunded' }))
    }
  })
})

describe('seats of a buyer without an answer', () => {
  it('wait together while a bank decides on a dispute about one of them', async () => {
    const { db } = application.services
    const { chosen, cancel } = await makeDates()
    const buyer = await signIn()
    await buyAll(buyer, [{ ...chosen, party: 2 }])
    await cancel()
    const [payment] = await listPayments(buyer)
    const isOne = eq(payments.id, payment?._id ?? '')
    await db.update(payments).set({ isDisputed: true }).where(isOne)
    await endOverdue(application.services, Date.now() + 8 * DAY_MS)
    expect(await listPayments(buyer)).toMatchObject([{ refunded: 0 }, { refunded: 0 }])
    await db.update(payments).set({ isDisputed: false }).where(isOne)
    await endOverdue(application.services, Date.now() + 8 * DAY_MS)
    await finish()
    expect(await listPayments(buyer)).toMatchObject([{ refunded: 40 }, { refunded: 40 }])
    await expectNoDiscrepancies()
  })

  it('return the money at once where the buyer has deleted the account, before the date is canceled or after it', async () => {
    for (const isBefore of [true, false]) {
      const { chosen, cancel } = await makeDates({ terms: { steps: [] } })
      const [buyer, friend] = [await signIn(), await signIn()]
      await buyAll(buyer, [{ ...chosen, party: 2 }])
      await claim(buyer, friend)
      if (!isBefore) await cancel()
      await admin.call(api.deleteUser, { params: { id: buyer.user.id } })
      if (isBefore) await cancel()
      await endOverdue(application.services)
      await finish()
      const { refundedMinor, userId, receipt } = payments
      const rows = application.services.db.select({ refundedMinor }).from(payments)
      // The terms give nothing for their own seat where it ends with the account; the seat that a friend has claimed stays.
      expect(await rows.where(eq(userId, buyer.user.id)).orderBy(receipt)).toEqual([
        { refundedMinor: isBefore ? 0 : 4_000 },
        { refundedMinor: 4_000 },
      ])
      await expectNoDiscrepancies()
    }
  })
})
