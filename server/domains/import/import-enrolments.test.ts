import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { attendance } from '#server/domains/attendance/attendance.table.ts'
import { cartItems } from '#server/domains/cart/cart.table.ts'
import { runSessions, runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { audit } from '#server/domains/payments/audit.ts'
import { users } from '#server/domains/users/users.table.ts'
import { makeClass, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { applyImport, clearImports, listProblems, prepareImport } from '../../../testing/imports.ts'
import { beginPaying, buy } from '../../../testing/paying.ts'
import type { Visitor } from '../../../testing/visitor.ts'

const application = openForThisFile()
let admin: Visitor & { user: { id: string } }
beforeAll(async () => {
  admin = await application.signedIn('admin')
})
beforeEach(() => clearImports(application.services.db))
let count = 0
const newEmail = () => `enrolled${++count}@example.test`

const findUser = async (email: string) =>
  (await application.services.db.select().from(users).where(eq(users.email, email)))[0]

const readEnrolments = async (email: string) =>
  application.services.db
    .select()
    .from(enrolments)
    .where(eq(enrolments.userId, (await findUser(email))?.id ?? ''))

const readRun = async (id: string) => (await application.services.db.select().from(runs).where(eq(runs.id, id)))[0]

const expectCleanAudit = async () => expect((await audit(application.services)).discrepancies).toEqual([])

const undo = ({ _id: id }: { _id: string }) => admin.call(api.undoImport, { params: { id } })

describe('an import of enrolments', () => {
  it('enrolls students with and without a record, takes seats, empties carts, and e-mails nobody', async () => {
    const { db } = application.services
    const taught = await makeClass(db, { name: 'Night Harbour', seats: 3 })
    const student = await application.signedIn('student')
    await student.call(api.selectClass, { body: { classId: taught.id } })
    const fresh = newEmail()
    const csv = `Name,Email,Class\nAda,${fresh},night harbour\nBo,${student.user.email},${taught.id}\n`
    const checked = await prepareImport(admin, csv, 'enrolments')
    expect(checked.counts).toMatchObject({ ready: 2 })
    expect(await readRun(taught.runId)).toMatchObject({ seats: 3, enroll: 0 })
    await applyImport(admin, checked)
    expect(await findUser(fresh)).toMatchObject({ name: 'Ada', role: 'student', identityId: null })
    const [enrolment] = await readEnrolments(fresh)
    expect(enrolment).toMatchObject({ source: 'import', paymentId: null, grantedBy: admin.user.id })
    expect(enrolment?.reason).toBe('Import of school.csv')
    expect(await readRun(taught.runId)).toMatchObject({ seats: 1, enroll: 2, offered: 3 })
    expect(await db.$count(cartItems)).toBe(0)
    expect(await application.readEmails()).toEqual([])
    const [listed] = await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    expect(listed?.classId).toBe(taught.id)
    await expectCleanAudit()
  })

  it('keeps the order of the file in the roster, which has the newest first', async () => {
    const { db } = application.services
    const taught = await makeClass(db, { name: 'In Order', seats: 12 })
    const emails = Array.from({ length: 12 }, newEmail)
    const csv = `Name,Email,Class\n${emails.map((email, at) => `Kept ${12 - at},${email},In Order`).join('\n')}\n`
    await applyImport(admin, await prepareImport(admin, csv, 'enrolments'))
    const { rows } = await admin.call.page(api.listStudents, { params: { id: taught.id }, query: {} })
    expect(rows.map(({ email }) => email)).toEqual(emails)
  })

  it('finds the date of a class in its time zone, and asks for it where there are several', async () => {
    const { db } = application.services
    const taught = await makeClass(db, { name: 'Dunes' })
    const startsAt = Date.parse('2027-05-04T22:30Z')
    const late = await makeRun(db, taught.id, { startsAt })
    const csv = (date: string, start = '') => `Email,Class,Date,Start\n${newEmail()},Dunes,"${date}",${start}\n`
    const missing = await prepareImport(admin, csv(''), 'enrolments')
    expect(await listProblems(admin, missing)).toEqual([[2, 'Date is missing, and the class has several.']])
    for (const text of ['2027-05-05', '5.5.2027', 'May 5, 2027', '2027-05-05T00:30:00'])
      expect((await prepareImport(admin, csv(text), 'enrolments')).counts).toMatchObject({ ready: 1 })
    const american = await prepareImport(admin, csv('05/06/2027'), 'enrolments', { date_order: 'month-day' })
    expect(await listProblems(admin, american)).toEqual([[2, 'Date is no date of this class: 2027-05-06.']])
    expect(await prepareImport(admin, csv('5/5/2027'), 'enrolments', { date_order: undefined })).toMatchObject({
      date_example: { cell: '5/5/2027', date: 'Wed, May 5, 2027, 00:30 (Europe/Oslo)' },
    })
    const wrong = await prepareImport(admin, csv('2027-05-05', '18:00'), 'enrolments')
    expect(wrong.counts).toMatchObject({ invalid: 1 })
    await applyImport(admin, await prepareImport(admin, csv('2027-05-05', '0:30'), 'enrolments'))
    expect(await readRun(late.id)).toMatchObject({ enroll: 1 })
    await expectCleanAudit()
  })

  it('names unknown and ambiguous classes, repeated students, and seats that are missing or held', async () => {
    const { db } = application.services
    const taught = await makeClass(db, { name: 'Full moon', seats: 3 })
    await makeClass(db, { name: 'Same name' })
    await makeClass(db, { name: 'same name' })
    const buyer = await application.signedIn('student')
    await buy(buyer, taught)
    await beginPaying(await application.signedIn('student'), taught)
    const [first, second] = [newEmail(), newEmail()]
    const rows = [`${first},Full moon`, `${first},Full moon`, `${second},Full moon`, `${buyer.user.email},Full moon`]
    const csv = `Email,Class\n${[...rows, `${second},Nothing`, `${second},Same name`, `${second},`].join('\n')}\n`
    const checked = await prepareImport(admin, csv, 'enrolments')
    expect(await listProblems(admin, checked)).toEqual([
      [4, '“Full moon” has 1 free seats, which earlier rows take.'],
      [6, 'Class is not one of ours: “Nothing”.'],
      [7, 'Class is the name of several classes: “Same name”. Write the id of one, the end of its address.'],
      [8, 'Class is missing.'],
    ])
    expect(await listProblems(admin, checked, 'duplicate')).toEqual([[3, `Row 2 enrolls ${first} already.`]])
    expect(await listProblems(admin, checked, 'existing')).toEqual([[5, `${buyer.user.email} is enrolled already.`]])
  })

  it('enrolls nobody beyond the seats that are left when it is applied, and nobody twice', async () => {
    const { db } = application.services
    const taught = await makeClass(db, { name: 'Last seats', seats: 2 })
    const [first, second] = [newEmail(), newEmail()]
    const csv = `Email,Class\n${first},Last seats\n${second},Last seats\n`
    const [one, two] = [await prepareImport(admin, csv, 'enrolments'), await prepareImport(admin, csv, 'enrolments')]
    await buy(await application.signedIn('student'), taught)
    expect((await applyImport(admin, one)).counts).toMatchObject({ ready: 1, invalid: 1 })
    expect(await findUser(second)).toBeUndefined()
    expect((await applyImport(admin, two)).counts).toMatchObject({ existing: 1, invalid: 1 })
    expect(await listProblems(admin, two)).toEqual([[3, 'The last seat was taken since the check.']])
    expect(await readRun(taught.runId)).toMatchObject({ seats: 0, enroll: 2 })
    const canceled = await makeClass(db, { name: 'Canceled', seats: 2 })
    const three = await prepareImport(admin, `Email,Class\n${first},Canceled\n`, 'enrolments')
    await db.update(runs).set({ canceledAt: 1 }).where(eq(runs.id, canceled.runId))
    expect((await applyImport(admin, three)).counts).toMatchObject({ ready: 0, invalid: 1 })
    await expectCleanAudit()
  })

  it('refuses an address that somebody has registered and not confirmed, before the check and since', async () => {
    const { db } = application.services
    await makeClass(db, { name: 'Strangers', seats: 9 })
    const [before, since] = [newEmail(), newEmail()]
    const stranger = { identityId: 'stranger', emailConfirmed: false }
    await makeUser(db, 'student', { ...stranger, email: before })
    const csv = `Email,Class\n${before},Strangers\n${since},Strangers\n`
    const checked = await prepareImport(admin, csv, 'enrolments')
    expect(await listProblems(admin, checked)).toEqual([
      [2, `${before} is registered but not confirmed yet, so the account may belong to another person.`],
    ])
    await makeUser(db, 'student', { ...stranger, identityId: 'another', email: since })
    expect((await applyImport(admin, checked)).counts).toMatchObject({ ready: 0, invalid: 2 })
    expect([await readEnrolments(before), await readEnrolments(since)]).toEqual([[], []])
    await expectCleanAudit()
  })

  it('reads the attendees of Eventbrite, and leaves out those who do not come', async () => {
    const { db } = application.services
    const { runId } = await makeClass(db, { name: 'Open studio', seats: 9 })
    const [first, second] = [newEmail(), newEmail()]
    const header = 'Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Attendee Status'
    const csv = `${header}\n1,2027-01-01,Ada,Berg,${first},1,General,11,Attending\n2,2027-01-02,Bo,Dahl,${second},1,General,12,Not Attending\n`
    const columns = { class: { value: 'Open studio' } }
    const checked = await prepareImport(admin, csv, 'eventbrite', { columns })
    expect(checked.counts).toMatchObject({ ready: 1, left_out: 1 })
    expect(await listProblems(admin, checked, 'left_out')).toEqual([[3, 'The attendee status is Not Attending.']])
    await applyImport(admin, checked)
    expect(await findUser(first)).toMatchObject({ name: 'Ada Berg' })
    expect(await readRun(runId)).toMatchObject({ enroll: 1 })
  })

  it('is undone for those who have neither signed in, attended nor moved since, and returns their seats', async () => {
    const { db } = application.services
    const taught = await makeClass(db, { name: 'Undone', seats: 9 })
    const dated = await makeRun(db, taught.id, { startsAt: Date.parse('2027-05-04T16:00Z') })
    const emails = [newEmail(), newEmail(), newEmail(), newEmail()] as const
    const csv = `Email,Class,Date\n${emails.map((email) => `${email},Undone,2027-05-04`).join('\n')}\n`
    const applied = await applyImport(admin, await prepareImport(admin, csv, 'enrolments'))
    const [signedIn, attended, moved, unused] = emails
    await db.update(users).set({ identityId: 'someone' }).where(eq(users.email, signedIn))
    const [session] = await db.select().from(runSessions).where(eq(runSessions.runId, dated.id))
    const [enrolment] = await readEnrolments(attended)
    await db.insert(attendance).values({ sessionId: session?.id ?? '', enrolmentId: enrolment?.id ?? '', createdAt: 1 })
    const mover = application.visitor.as(await application.tokens.issue((await findUser(moved))?.id ?? '', Date.now()))
    await mover.call(api.moveEnrolment, { params: { id: dated.id }, body: { runId: taught.runId } })
    const undone = await undo(applied)
    expect(undone.counts).toMatchObject({ ready: 1, stayed: 3 })
    expect(await findUser(unused)).toBeUndefined()
    expect(await readRun(dated.id)).toMatchObject({ seats: 8, enroll: 2, offered: 10 })
    await expectCleanAudit()
  })

  it('that is undone stays on record for a student who had an account before', async () => {
    const { db } = application.services
    const taught = await makeClass(db, { name: 'Mistaken', seats: 9 })
    const { user } = await application.signedIn('student')
    const csv = `Email,Class\n${user.email},Mistaken\n${newEmail()},Mistaken\n`
    const applied = await applyImport(admin, await prepareImport(admin, csv, 'enrolments'))
    expect((await undo(applied)).counts).toMatchObject({ ready: 2 })
    const [row] = await readEnrolments(user.email)
    expect(row).toMatchObject({ endReason: 'import_undone', endedBy: admin.user.id })
    expect(await db.$count(enrolments, eq(enrolments.classId, taught.id))).toBe(1)
    expect(await readRun(taught.runId)).toMatchObject({ seats: 9, enroll: 0 })
    await applyImport(admin, await prepareImport(admin, csv, 'enrolments'))
    expect(await readRun(taught.runId)).toMatchObject({ seats: 7, enroll: 2 })
    await expectCleanAudit()
  })
})
