import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { completePaying } from '../../../testing/coupons.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { remind } from './choice-reminders.ts'
import { cancellationChoices } from './choices.table.ts'

const application = openForThisFile({}, { choiceDays: 7 })
const HOUR_MS = 3_600_000
const [BEFORE, DUE] = [6 * DAY_MS - HOUR_MS, 6 * DAY_MS + HOUR_MS]

/** A student whose date the school has canceled. */
async function makeCanceled() {
  const { db } = application.services
  const admin = await application.signedIn('admin')
  const chosen = await makeClass(db, { listPriceMinor: 4_000 })
  const run = await makeRun(db, chosen.id)
  const student = await application.signedIn('student', { emailConfirmed: true })
  await buy(student, { ...chosen, runId: run.id })
  await admin.call(api.cancelRun, { params: { id: run.id } })
  await application.runJobs()
  return { admin, chosen, run, student }
}

type Person = Awaited<ReturnType<typeof application.signedIn>>

/** Another canceled date, of which credit has paid a quarter. */
async function makePaidWithCredit(student: Person, admin: Person) {
  const { db } = application.services
  await admin.call(api.grantCredit, { params: { id: student.user.id }, body: { amount: 10, reason: 'Sorry' } })
  const { id: classId, runId } = await makeClass(db, { listPriceMinor: 4_000 })
  const { insertedId } = await student.call(api.selectClass, { body: { classId } })
  const body = { cartIds: [insertedId], use_credit: true, expected_due: 30 }
  await completePaying(student, await student.call(api.beginCheckout, { body }))
  await admin.call(api.cancelRun, { params: { id: runId } })
  await application.runJobs()
  return { id: runId }
}

const remindAt = (later: number) => remind(application.services, Date.now() + later)

async function readReminders({ user }: { user: { email: string } }) {
  const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === user.email)
  return emails.filter(({ subject }) => subject?.startsWith('One day left'))
}

describe('the buyer of a canceled date', () => {
  it('is reminded once, a day before the time to choose ends', async () => {
    const { run, student } = await makeCanceled()
    await remindAt(BEFORE)
    expect(await readReminders(student)).toEqual([])
    await Promise.all([remindAt(DUE), remindAt(DUE)])
    await remindAt(DUE + HOUR_MS)
    const [email, ...others] = await readReminders(student)
    expect(others).toEqual([])
    for (const text of ['you have not chosen yet', '$40.00 as credit', `/dashboard/choice/${run.id}`])
      expect(email?.text).toContain(text)
  })

  it('is not reminded once they have chosen, their time is over, or their account is deleted', async () => {
    const [chosen, late, deleted] = [await makeCanceled(), await makeCanceled(), await makeCanceled()]
    await chosen.student.call(api.chooseForRun, { params: { id: chosen.run.id }, body: { choice: 'credit' } })
    await deleted.admin.call(api.deleteUser, { params: { id: deleted.student.user.id } })
    const isLate = eq(cancellationChoices.runId, late.run.id)
    await application.services.db.update(cancellationChoices).set({ until: 1 }).where(isLate)
    await remindAt(DUE)
    for (const { student } of [chosen, late, deleted]) expect(await readReminders(student)).toEqual([])
  })

  it('is not reminded where there was less than two days to choose', async () => {
    const { run, student } = await makeCanceled()
    const until = Date.now() + 2 * DAY_MS - HOUR_MS
    await application.services.db
      .update(cancellationChoices)
      .set({ until })
      .where(eq(cancellationChoices.runId, run.id))
    await remindAt(DAY_MS)
    expect(await readReminders(student)).toEqual([])
  })

  it('may choose a date that is full but for the seat that the waiting list offers them', async () => {
    const { admin, chosen, run, student } = await makeCanceled()
    const full = await makeRun(application.services.db, chosen.id, { seats: 1 })
    const other = await application.signedIn('student', { emailConfirmed: true })
    const { insertedId } = await admin.call(api.grantEnrolment, {
      ...{ params: { id: full.id }, body: { email: other.user.email, reason: 'Guest' } },
    })
    await student.call(api.joinWaitingList, { params: { id: full.id } })
    const read = () => student.call(api.getRunChoice, { params: { id: run.id } })
    expect((await read()).dates).toEqual([])
    await admin.call(api.endEnrolment, { params: { id: insertedId } })
    await application.runJobs()
    expect((await read()).dates).toMatchObject([{ runId: full.id }])
    const body = { choice: 'date', runId: full.id } as const
    expect(await student.call(api.chooseForRun, { params: { id: run.id }, body })).toEqual({ modifiedCount: 1 })
    expect(await catchCode(other.call(api.selectClass, { body: { classId: chosen.id, runId: full.id } }))).toBe(
      'SEATS_GONE',
    )
  })
})

describe('who deletes their account before they have chosen', () => {
  it('reads what goes back to the card, and what they give up as credit', async () => {
    const { student, run, admin } = await makeCanceled()
    const read = () => student.call(api.listLostPlaces)
    const place = { runId: run.id, is_choice: true, refund: { amount: 40, currency: 'usd' }, credit: null }
    expect(await read()).toMatchObject([place])
    const paidWithCredit = await makePaidWithCredit(student, admin)
    expect((await read()).find(({ runId }) => runId === paidWithCredit.id)).toMatchObject({
      ...{ is_choice: true, refund: { amount: 30, currency: 'usd' }, credit: { amount: 10, currency: 'usd' } },
    })
    await student.call(api.chooseForRun, { params: { id: run.id }, body: { choice: 'credit' } })
    expect((await read()).map(({ runId }) => runId)).toEqual([paidWithCredit.id])
  })
})
