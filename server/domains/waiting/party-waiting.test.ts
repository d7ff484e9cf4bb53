import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit } from '../../../testing/orders.ts'
import { beginPayingAll, buy, buyAll } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { runs } from '../classes/runs/runs.table.ts'

const application = openForThisFile()

const HOUR = 3_600_000

const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>

/** A date of three seats, each of which another student has bought. */
async function sellOut(lastMoment?: number) {
  const { db } = application.services
  const made = await makeClass(db, { seats: 0 })
  const run = await makeRun(db, made.id, { seats: 3, ...(lastMoment !== undefined && { lastMoment }) })
  await db.delete(runs).where(eq(runs.id, made.runId))
  const chosen = { ...made, runId: run.id }
  const buyers = [await signIn(), await signIn(), await signIn()] as const
  for (const buyer of buyers) await buy(buyer, chosen)
  return { chosen, runId: run.id, buyers }
}

/** A student who waits for so many seats. */
async function join(runId: string, seats: number) {
  const student = await signIn()
  const { insertedId: id } = await student.call(api.joinWaitingList, { params: { id: runId }, body: { seats } })
  return { student, id }
}

const cancel = async (buyer: Student) => {
  const [payment] = await buyer.call(api.listPayments, { query: { email: buyer.user.email } })
  await buyer.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
}

const readOwn = async (student: Student) => (await student.call(api.listOwnWaiting))[0]
const readShown = async (id: string) => (await application.visitor.call(api.getClass, { params: { id } })).seats
const readRun = async (runId: string) => {
  const [row] = await application.services.db.select().from(runs).where(eq(runs.id, runId))
  return row && { seats: row.seats, held: row.held, offers: row.offers, waiting: row.waiting }
}
const readEmails = async ({ user }: Student) =>
  (await application.readEmails()).filter(({ to }) => to?.[0]?.address === user.email)
const expectNoDiscrepancies = async () => expect((await readAudit(application)).discrepancies).toEqual([])

describe('a party of two', () => {
  it('that is first in line is skipped while one seat is free, says so, and is first again when two are', async () => {
    const { runId, buyers, chosen } = await sellOut()
    const party = await join(runId, 2)
    const [second, third] = [await join(runId, 1), await join(runId, 1)]
    await cancel(buyers[0])
    expect(await readOwn(second.student)).toMatchObject({ state: 'offered', seats: 1 })
    expect(await readOwn(party.student)).toMatchObject({
      state: 'waiting',
      position: 1,
      skipped_at: expect.any(Number),
    })
    expect(await readOwn(third.student)).toMatchObject({ state: 'waiting', position: 2, skipped_at: null })
    const admin = await application.signedIn('admin')
    const listed = await admin.call(api.listWaiting, { params: { id: runId }, query: {} })
    expect(listed.find(({ _id }) => _id === party.id)).toMatchObject({ seats: 2, skipped_at: expect.any(Number) })
    await third.student.call(api.leaveWaitingList, { params: { id: third.id } })
    await cancel(buyers[1])
    expect(await readShown(chosen.id)).toBe(1)
    const fourth = await signIn()
    expect(await catchCode(fourth.call(api.joinWaitingList, { params: { id: runId } }))).toBe('SEATS_FREE')
    await second.student.call(api.declineOffer, { params: { id: second.id } })
    expect(await readOwn(party.student)).toMatchObject({ state: 'offered', seats: 2, takeable: true })
    expect(await readRun(runId)).toEqual({ seats: 2, held: 2, offers: 2, waiting: 0 })
    expect(await readShown(chosen.id)).toBe(0)
    await expectNoDiscrepancies()
  })

  it('leaves a seat that is too few to everyone, who may buy it, and is offered two seats of three', async () => {
    const { runId, buyers, chosen } = await sellOut()
    const party = await join(runId, 2)
    await cancel(buyers[0])
    expect(await readShown(chosen.id)).toBe(1)
    expect(await readOwn(party.student)).toMatchObject({ state: 'waiting', skipped_at: expect.any(Number) })
    const buyer = await signIn()
    await buy(buyer, chosen)
    await cancel(buyers[1])
    await cancel(buyers[2])
    expect(await readOwn(party.student)).toMatchObject({ state: 'offered', seats: 2 })
    await cancel(buyer)
    expect(await readRun(runId)).toEqual({ seats: 3, held: 2, offers: 2, waiting: 0 })
    expect(await readShown(chosen.id)).toBe(1)
    await expectNoDiscrepancies()
  })

  it('reads how many seats are free at which price, and takes them in one order, not more of them', async () => {
    const { runId, buyers, chosen } = await sellOut()
    const { student, id } = await join(runId, 2)
    await cancel(buyers[0])
    await cancel(buyers[1])
    const [email] = await readEmails(student)
    expect(email?.subject).toBe(`2 seats are free for you: ${chosen.name}`)
    expect(email?.text).toContain('We hold the 2 seats for you until')
    expect(email?.text).toContain('The price is $99.98, $49.99 for each seat.')
    const body = { classId: chosen.id, runId, seats: 3 }
    expect(await catchCode(student.call(api.selectClass, { body }))).toBe('SEATS_GONE')
    await buyAll(student, [{ ...chosen, party: 2 }])
    expect(await readOwn(student)).toMatchObject({ _id: id, state: 'taken' })
    expect(await readRun(runId)).toEqual({ seats: 0, held: 0, offers: 0, waiting: 0 })
    await expectNoDiscrepancies()
  })

  it('that pays for one of two leaves the other to the next at the beginning of the checkout', async () => {
    const { runId, buyers, chosen } = await sellOut()
    const { student } = await join(runId, 2)
    const next = await join(runId, 1)
    await cancel(buyers[0])
    expect(await readOwn(next.student)).toMatchObject({ state: 'offered' })
    await cancel(buyers[1])
    await cancel(buyers[2])
    expect(await readOwn(student)).toMatchObject({ state: 'offered', seats: 2 })
    const last = await join(runId, 1)
    await beginPayingAll(student, [{ ...chosen, party: 1 }])
    expect(await readOwn(last.student)).toMatchObject({ state: 'offered' })
    expect(await readOwn(student)).toMatchObject({ state: 'offered', seats: 1 })
    expect(await readRun(runId)).toEqual({ seats: 3, held: 3, offers: 3, waiting: 0 })
    const [hold] = await student.call(api.listHolds)
    await student.call(api.releaseHold, { params: { id: hold?._id ?? '' } })
    expect(await readRun(runId)).toEqual({ seats: 3, held: 3, offers: 3, waiting: 0 })
    const [item] = await student.call(api.listCart, { query: { email: student.user.email } })
    await student.call(api.removeCartItem, { params: { id: item?._id ?? '' } })
    await buy(student, chosen)
    expect(await readOwn(student)).toMatchObject({ state: 'taken', seats: 1 })
    expect(await readRun(runId)).toEqual({ seats: 2, held: 2, offers: 2, waiting: 0 })
    await expectNoDiscrepancies()
  })

  it('may take one seat on the last day, when all who wait for so many are notified', async () => {
    const { runId, buyers, chosen } = await sellOut(Date.now() + 12 * HOUR)
    const { student } = await join(runId, 2)
    await cancel(buyers[0])
    expect(await readOwn(student)).toMatchObject({ state: 'waiting', takeable: false })
    expect(await readShown(chosen.id)).toBe(1)
    expect((await readEmails(student)).length).toBe(0)
    await cancel(buyers[1])
    expect(await readOwn(student)).toMatchObject({ state: 'waiting', takeable: true })
    expect(await readShown(chosen.id)).toBe(0)
    expect((await readEmails(student)).map(({ subject }) => subject)).toEqual([
      `2 seats are free, first come, first served: ${chosen.name}`,
    ])
    await buy(student, chosen)
    expect(await readOwn(student)).toMatchObject({ state: 'taken' })
    expect(await readShown(chosen.id)).toBe(1)
    await expectNoDiscrepancies()
  })

  it('may wait for another number in the same place, and gets seats that are enough at once', async () => {
    const { runId, buyers } = await sellOut()
    const [party, next] = [await join(runId, 3), await join(runId, 1)]
    const change = ({ student, id }: typeof party, seats: number) =>
      student.call(api.changeWaitingSeats, { params: { id }, body: { seats } })
    expect(await catchCode(change({ ...next, id: party.id }, 1))).toBe('NOT_FOUND')
    expect(await catchCode(change(party, 4))).toBe('TOO_FEW_SEATS')
    for (const seats of [0, 11]) expect(await catchCode(change(party, seats))).toBe('INVALID_INPUT')
    expect(await change(party, 3)).toEqual({ modifiedCount: 0 })
    expect(await change(party, 2)).toEqual({ modifiedCount: 1 })
    expect(await readOwn(party.student)).toMatchObject({ state: 'waiting', seats: 2, position: 1 })
    await next.student.call(api.leaveWaitingList, { params: { id: next.id } })
    await cancel(buyers[0])
    expect(await readOwn(party.student)).toMatchObject({ state: 'waiting', skipped_at: expect.any(Number) })
    expect(await change(party, 1)).toEqual({ modifiedCount: 1 })
    expect(await readOwn(party.student)).toMatchObject({ state: 'offered', seats: 1, skipped_at: null })
    expect(await catchCode(change(party, 2))).toBe('OFFER_ENDED')
    await expectNoDiscrepancies()
  })
})
