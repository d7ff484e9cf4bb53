/** Drives an application over HTTP through every step of an order, until it is complete or the application is gone. */
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import { type Call, createCall } from '../../contract/call.ts'
import { makeClass, makeUser } from '../../demo/factories.ts'
import { createTokens } from '../../server/domains/users/tokens.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { deriveKey } from '../../server/platform/secrets.ts'
import { buildCardForm, intentIn, VALID_CARD } from '../../testing/paying.ts'
import { SECRET } from './application-process.ts'

const PRICE = 49.99
const POLL_MS = 50

export interface Actor {
  id: string
  email: string
  token: string
}

export interface Actors {
  students: Actor[]
  instructor: Actor
  adminId: string
  classIds: string[]
}

/** Creates students. */
export function createStudents(db: Database, count: number): Promise<Actor[]> {
  return Promise.all(Array.from({ length: count }, () => createActor(db, 'student')))
}

async function createActor(db: Database, role: 'student' | 'instructor'): Promise<Actor> {
  const { id, email } = await makeUser(db, role, { emailConfirmed: true })
  return { id, email, token: await issueToken(id) }
}

const issueToken = (id: string) => createTokens(deriveKey('tokens', SECRET)).issue(id, Date.now())

/** Creates students, an admin, and an instructor with two classes. */
export async function createActors(db: Database, students: number, seats: number): Promise<Actors> {
  const instructor = await createActor(db, 'instructor')
  const classes = [1, 2].map(() => makeClass(db, { instructorId: instructor.id, seats }))
  return {
    students: await createStudents(db, students),
    instructor,
    adminId: (await makeUser(db, 'admin')).id,
    classIds: (await Promise.all(classes)).map(({ id }) => id),
  }
}

/** Pays, gets a part back and cancels; releases a hold; pays for a class that is withdrawn, and chooses the money; begins to pay for a class that is withdrawn. */
export async function runEveryStep(url: string, { students, instructor, adminId, classIds }: Actors): Promise<void> {
  const [ada, bertha, clara] = students
  const [first = '', second = ''] = classIds
  if (!ada || !bertha || !clara) throw new Error('three students are needed')
  await buy(url, ada, first)
  await until(async () => (await listPayments(url, ada))[0]?.status === 'paid')
  await refundPart(url, ada, adminId)
  await until(async () => (await listPayments(url, ada))[0]?.refund?.status === 'done')
  await cancel(url, ada)
  await until(async () => (await listPayments(url, ada))[0]?.refund?.status === 'done')
  await beginToBuy(url, clara, first)
  await releaseHolds(url, clara)
  await buy(url, bertha, second)
  await beginToBuy(url, clara, second)
  const call = createCallAs(url, instructor)
  await call(api.withdrawClass, { params: { id: second } })
  await until(async () => {
    const { open_attempts, to_refund, queued } = await call(api.getWithdrawal, { params: { id: second } })
    return open_attempts + to_refund + queued === 0
  })
  await takeMoney(url, bertha)
  await until(async () => (await listPayments(url, bertha))[0]?.refund?.status === 'done')
}

/** Chooses the money for the newest payment of a student, whose class was withdrawn. */
async function takeMoney(url: string, student: Actor): Promise<void> {
  const [payment] = await listPayments(url, student)
  if (payment?.choose_until == null) return
  await createCallAs(url, student)(api.chooseForRun, { params: { id: payment.runId }, body: { choice: 'money' } })
}

/** Selects, pays and records the payment. Returns the transaction id of an acknowledged purchase. */
export async function buy(url: string, student: Actor, classId: string, runId?: string): Promise<string> {
  const clientSecret = await beginToBuy(url, student, classId, runId)
  return pay(url, student, clientSecret)
}

/** Confirms the card of a checkout and records the payment. Returns its transaction id. */
export async function pay(url: string, student: Actor, clientSecret: string): Promise<string> {
  const transactionId = intentIn(clientSecret)
  const body = buildCardForm(clientSecret, VALID_CARD)
  const confirmation = `${url}/card-sandbox/v1/payment_intents/${transactionId}/confirm`
  await (await fetch(confirmation, { method: 'POST', body })).text()
  await createCallAs(url, student)(api.recordPayment, { body: { transactionId } })
  return transactionId
}

/** Creates the calls of an admin who has just signed in. */
export async function createAdminCall(url: string, adminId: string): Promise<Call> {
  return createCallAs(url, { token: await issueToken(adminId) })
}

/** Moves a student from a run to another one. */
export async function move(url: string, student: Actor, from: string, to: string): Promise<void> {
  await createCallAs(url, student)(api.moveEnrolment, { params: { id: from }, body: { runId: to } })
}

/** Cancels the newest payment of a student. */
export async function cancel(url: string, student: Actor): Promise<void> {
  const [payment] = await listPayments(url, student)
  if (payment) await createCallAs(url, student)(api.cancelPayment, { params: { id: payment._id } })
}

/** Puts a student on the waiting list of a run, and returns the id of the entry. */
export async function join(url: string, student: Actor, runId: string): Promise<string> {
  return (await createCallAs(url, student)(api.joinWaitingList, { params: { id: runId } })).insertedId
}

/** Declines the offer of an entry. */
export async function decline(url: string, student: Actor, entryId: string): Promise<void> {
  await createCallAs(url, student)(api.declineOffer, { params: { id: entryId } })
}

/** Offers the seat of the newest payment of a student for sale again. */
export async function returnSeat(url: string, student: Actor): Promise<void> {
  const [payment] = await listPayments(url, student)
  if (payment) await createCallAs(url, student)(api.returnSeat, { params: { id: payment._id }, body: { on: true } })
}

export const PART = 5

/** Refunds a part of the newest payment of a student, who keeps the seat. The sign-in of an admin must be recent. */
export async function refundPart(url: string, student: Actor, adminId: string): Promise<void> {
  const [payment] = await listPayments(url, student)
  const call = await createAdminCall(url, adminId)
  if (payment) await call(api.refundPayment, { params: { id: payment._id }, body: { amount: PART } })
}

async function releaseHolds(url: string, student: Actor): Promise<void> {
  const call = createCallAs(url, student)
  for (const { _id: id } of await call(api.listHolds)) await call(api.releaseHold, { params: { id } })
}

async function beginToBuy(url: string, student: Actor, classId: string, runId?: string): Promise<string> {
  const call = createCallAs(url, student)
  const { insertedId: cartId } = await call(api.selectClass, { body: { classId, ...(runId && { runId }) } })
  return (await call(api.createPaymentIntent, { body: { price: PRICE, cartId } })).clientSecret
}

export async function listPayments(url: string, student: Actor) {
  return createCallAs(url, student)(api.listPayments, { query: { email: student.email } })
}

/** Creates the calls of a user. */
export function createCallAs(url: string, { token }: Pick<Actor, 'token'>): Call {
  return createCall(async ({ method, path, body }) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const request = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const response = await fetch(`${url}/api${path}`, request)
    return { status: response.status, body: await response.json() }
  })
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(POLL_MS)
}
