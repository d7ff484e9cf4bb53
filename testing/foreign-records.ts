/** One record of each kind that a student and their instructor own, in tests. */
import { eq } from 'drizzle-orm'
import { api } from '../contract/api.ts'
import { makeClass, makeRun } from '../demo/factories.ts'
import { runSessions } from '../server/domains/classes/runs/runs.table.ts'
import { users } from '../server/domains/users/users.table.ts'
import type { TestApplication } from './application.ts'
import { buildForm, handIn, PIN, submitting } from './critique.ts'
import { beginPaying, buy } from './paying.ts'
import { buyVoucher } from './vouchers.ts'

/** Creates the records. Returns their owners, and the id of each by its kind. The application leaves students time for choices. */
export async function createForeignRecords(application: TestApplication) {
  const at = await submitting(application)
  const { student, instructor } = at
  await application.services.db.update(users).set({ emailConfirmed: true }).where(eq(users.id, student.user.id))
  const owners = { student, instructor }
  const ids = {
    ...{ class: at.taught.id, brief: at.briefId, submission: at.submissionId },
    ...{ instructor: instructor.user.id, user: student.user.id },
    ...(await createCritique(at)),
    ...(await createPlaces(application, owners)),
    ...(await createCheckouts(application, owners)),
    voucher: (await buyVoucher(student)).id,
  }
  return { ...owners, taught: at.taught, ids }
}

async function createCritique({ student, instructor, submissionId, params }: Awaited<ReturnType<typeof submitting>>) {
  const { insertedId: picture, versionId: version } = await handIn(student, submissionId)
  const ofVersion = { params: { id: version }, body: PIN }
  const { insertedId: remark } = await instructor.call(api.addRemark, ofVersion)
  await instructor.call(api.releaseCritique, { params: { id: submissionId } })
  const { insertedId: draft } = await instructor.call(api.addRemark, ofVersion)
  const form = await buildForm(['file', Buffer.from('%PDF-1.4')])
  const file = await instructor.request('POST', `/api/class/${params.id}/material/files`, form)
  return { picture, version, remark, draft, file: file.json<{ insertedId: string }>().insertedId }
}

type Owners = Pick<Awaited<ReturnType<typeof submitting>>, 'student' | 'instructor'>

/** Lets the student buy two seats of a date. */
async function createPlaces({ services: { db } }: TestApplication, { student, instructor }: Owners) {
  const dated = await makeClass(db, { instructorId: instructor.user.id, seats: 0 })
  const { id: run } = await makeRun(db, dated.id)
  const { id: laterRun } = await makeRun(db, dated.id)
  await buy(student, { ...dated, runId: run, party: 2 })
  const [session] = await db.select().from(runSessions).where(eq(runSessions.runId, run))
  const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
  const [, guestSeat] = await student.call(api.listSeats)
  const [order] = await student.call(api.listOrders, { query: {} })
  const [enrolment] = await instructor.call(api.listRunStudents, { params: { id: run } })
  return {
    ...{ run, laterRun, session: session?.id, payment: payment?._id, seat: guestSeat?._id, order: order?._id },
    enrolment: enrolment?._id,
  }
}

/** Lets the student begin to pay, wait for a sold-out date, and choose what they get for a canceled one. */
async function createCheckouts({ services, runJobs }: TestApplication, { student, instructor }: Owners) {
  const { db } = services
  const own = { instructorId: instructor.user.id }
  const chosen = await makeClass(db, own)
  const { cartId: cart } = await beginPaying(student, chosen)
  const { id: classId } = await makeClass(db, own)
  const { insertedId: selected } = await student.call(api.selectClass, { body: { classId } })
  const { id: cartRun } = await makeRun(db, chosen.id)
  const [hold] = await student.call(api.listHolds)
  const soldOut = await makeClass(db, { ...own, seats: 0, enroll: 1 })
  const ofSoldOut = { params: { id: soldOut.runId } }
  const { insertedId: waiting } = await student.call(api.joinWaitingList, ofSoldOut)
  const canceled = await makeClass(db, own)
  await buy(student, canceled)
  await instructor.call(api.cancelRun, { params: { id: canceled.runId } })
  await runJobs()
  const body = { name: 'Program', scopes: ['cart:write'], days: 1 }
  const { _id: token } = await student.call(api.createAccessToken, { body })
  return { cart, cartRun, selected, hold: hold?._id, waiting, canceled: canceled.runId, token }
}
