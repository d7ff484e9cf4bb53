import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { NewTerms } from '#contract/terms.ts'
import { makeClass, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readCode } from '../../../testing/instructor.ts'
import { readAudit } from '../../../testing/orders.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { classes } from '../classes/classes.table.ts'
import { users } from '../users/users.table.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const DAY = 24 * 3_600_000

const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>

/** A student who has bought a date in ten days, with a substitute until so many hours before it. */
async function makeBuyer(terms: Partial<NewTerms> = {}) {
  const { db } = application.services
  const body = NewTerms.parse({ name: 'Substitutes', ...terms })
  const { insertedId: termsId } = await admin.call(api.addTerms, { body })
  const made = await makeClass(db, { termsId })
  const run = await makeRun(db, made.id, { startsAt: Date.now() + 10 * DAY, seats: 5 })
  const chosen = { ...made, runId: run.id }
  const buyer = await signIn()
  await buy(buyer, chosen)
  const [enrolled] = await buyer.call(api.listEnrolledClasses, { query: { email: buyer.user.email } })
  const id = enrolled?._id ?? ''
  const give = (email: string, by: Visitor = buyer) =>
    by.call(api.nameSubstitute, { params: { id }, body: { email, name: 'Leo Brandt' } })
  return { chosen, buyer, id, give, runId: run.id }
}

const listClasses = async (student: Student) =>
  (await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })).map(({ _id }) => _id)

const readPayment = async (student: Student) =>
  (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]

const readSubjects = async (email: string) =>
  (await application.readEmails()).filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)

const expectNoDiscrepancies = async () => expect((await readAudit(application)).discrepancies).toEqual([])

describe('a substitute', () => {
  it('has the place with its material and list, while payment and refund stay the buyer’s; both are notified', async () => {
    const { chosen, buyer, id, give, runId } = await makeBuyer({ free_days: 14 })
    const other = await signIn()
    await other.call(api.selectClass, { body: { classId: chosen.id } })
    expect(await give(other.user.email)).toEqual({ modifiedCount: 1 })
    expect(await listClasses(other)).toEqual([id])
    expect(await listClasses(buyer)).toEqual([])
    expect(await catchCode(buyer.call(api.getEnrolledClass, { params: { id } }))).toBe('NOT_FOUND')
    expect(await other.call(api.listCart, { query: { email: other.user.email } })).toEqual([])
    const roster = await admin.call(api.listRunStudents, { params: { id: runId } })
    expect(roster).toMatchObject([{ _id: id, name: other.user.name }])
    expect(await readSubjects(other.user.email)).toEqual([`${buyer.user.name} has given you a place: ${chosen.name}`])
    expect(await readSubjects(buyer.user.email)).toContain(`Your place goes to ${other.user.name}: ${chosen.name}`)
    const log = await admin.call(api.listActivity)
    expect(log[0]).toMatchObject({ deed: 'substitute_named', subject: chosen.name, words: other.user.email })
    await expectNoDiscrepancies()
    const payment = await readPayment(buyer)
    expect(payment).toMatchObject({ student: other.user.name, ended: null, may_cancel: true })
    await buyer.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    expect(await readPayment(buyer)).toMatchObject({ status: 'refunded', refunded: 49.99 })
    expect(await listClasses(other)).toEqual([])
    expect(await readSubjects(other.user.email)).toContain(`Your enrolment has ended: ${chosen.name}`)
    await expectNoDiscrepancies()
  })

  it('may be a person without an account, who finds the place after registering; not where the school invites only', async () => {
    const { give } = await makeBuyer()
    const email = `leo-${Date.now()}@example.test`
    await give(email)
    const [record] = await application.services.db.select().from(users).where(eq(users.email, email))
    expect(record).toMatchObject({ name: 'Leo Brandt', role: 'student', identityId: null })
    const next = await makeBuyer()
    await admin.call(api.changeSchool, { body: { sign_up: 'invitation' } })
    expect(await catchCode(next.give(`mia-${Date.now()}@example.test`))).toBe('SIGN_UP_CLOSED')
    await next.give((await signIn()).user.email)
    await admin.call(api.changeSchool, { body: { sign_up: 'open' } })
  })

  it('may be named until the moment of the terms, and may name another one', async () => {
    const late = await makeBuyer({ substitute_hours_before: 11 * 24 })
    const [ada, ben] = [await signIn(), await signIn()]
    expect(await catchCode(late.give(ada.user.email))).toBe('CANCEL_TOO_LATE')
    const made = await makeBuyer({ substitute_hours_before: 9 * 24 })
    await made.give(ada.user.email)
    await made.give(ben.user.email, ada)
    expect(await listClasses(ben)).toEqual([made.id])
    expect(await readPayment(made.buyer)).toMatchObject({ student: ben.user.name })
    // Who paid for it may take it back.
    await made.give(made.buyer.user.email)
    expect(await listClasses(made.buyer)).toEqual([made.id])
    expect(await readPayment(made.buyer)).toMatchObject({ student: null })
  })

  it('may be named where the instructor has left, and is refused in words once the date is canceled', async () => {
    const { give, chosen, id, runId } = await makeBuyer()
    const other = await signIn()
    await application.services.db.update(classes).set({ archivedAt: Date.now() }).where(eq(classes.id, chosen.id))
    await give(other.user.email)
    expect(await listClasses(other)).toEqual([id])
    await admin.call(api.cancelRun, { params: { id: runId } })
    const { code, message } = await catchError(give((await signIn()).user.email, other))
    expect(code).toBe('CANCEL_TOO_LATE')
    expect(message).toBe('This date does not take place, so no one else can have your place.')
  })

  it('is refused to strangers, for who is in the class already, and for an address that is not confirmed', async () => {
    const { give, chosen, buyer } = await makeBuyer()
    const stranger = await signIn()
    expect(await catchCode(give(stranger.user.email, stranger))).toBe('NOT_FOUND')
    expect(await catchCode(give(stranger.user.email, admin))).toBe('NOT_FOUND')
    await buy(stranger, chosen)
    expect(await catchCode(give(stranger.user.email))).toBe('ALREADY_ENROLLED')
    const unconfirmed = await makeUser(application.services.db, 'student', { identityId: 'i', emailConfirmed: false })
    expect(await catchCode(give(unconfirmed.email))).toBe('EMAIL_NOT_CONFIRMED')
    expect(await catchCode(give('nobody'))).toBe('INVALID_INPUT')
    const payment = await readPayment(buyer)
    await admin.call(api.refundPayment, { params: { id: payment?._id ?? '' } })
    expect(await catchCode(give((await signIn()).user.email))).toBe('NOT_FOUND')
  })

  it('takes over no mark that the seat is for sale again', async () => {
    const { give, buyer, chosen, runId } = await makeBuyer({ resale: 'full' })
    const payment = await readPayment(buyer)
    await buyer.call(api.returnSeat, { params: { id: payment?._id ?? '' }, body: { on: true } })
    const other = await signIn()
    await give(other.user.email)
    expect(await readPayment(buyer)).toMatchObject({ resale: { since: null } })
    const roster = await admin.call(api.listStudents, { params: { id: chosen.id } })
    expect(roster).toMatchObject([{ runId, returning: false }])
    await expectNoDiscrepancies()
  })

  it('keeps the place where the buyer’s account is deleted, and the buyer gets the money where that of the substitute is', async () => {
    const kept = await makeBuyer({ free_days: 14 })
    const ada = await signIn()
    await kept.give(ada.user.email)
    await admin.call(api.deleteUser, { params: { id: kept.buyer.user.id } })
    expect(await listClasses(ada)).toEqual([kept.id])
    const lost = await makeBuyer({ free_days: 14 })
    const ben = await signIn()
    await lost.give(ben.user.email)
    await admin.call(api.deleteUser, { params: { id: ben.user.id } })
    expect(await readPayment(lost.buyer)).toMatchObject({ refunded: 49.99, ended: { why: 'account_deleted' } })
    await expectNoDiscrepancies()
  })

  it('is one person, where two are named at the same moment, or the buyer cancels at that moment', async () => {
    for (let time = 0; time < 3; time++) {
      const { give, buyer, id } = await makeBuyer({ free_days: 14 })
      const [ada, ben] = [await signIn(), await signIn()]
      const payment = await readPayment(buyer)
      await Promise.all([
        readCode(give(ada.user.email)),
        readCode(give(ben.user.email)),
        readCode(buyer.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })),
      ])
      const places = [...(await listClasses(ada)), ...(await listClasses(ben)), ...(await listClasses(buyer))]
      expect(places.length).toBeLessThanOrEqual(1)
      expect(await readPayment(buyer)).toMatchObject({ refunded: 49.99, status: 'refunded' })
      expect(places).not.toContain(id)
      await expectNoDiscrepancies()
    }
  })
})
